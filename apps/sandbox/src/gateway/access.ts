import type { Gateway } from './gateway.ts';

/** Who may call the gateway. */
export interface GatewayAccess {
  /** Good for tokens, and known to browsers. */
  readonly publicKey: string;
  readonly privateKey: string;
  /** Whose pages may ask for tokens, besides those of this machine. */
  readonly origin: string | undefined;
}

export interface GatewayWorld {
  readonly gateway: Gateway;
  readonly access: GatewayAccess;
}
