import type { HostedProvider } from './hosted/provider.ts';
import { MercadoPago, type MercadoPagoAccess } from './mercadopago/mercadopago.ts';
import { Modo, type ModoAccess } from './modo/modo.ts';
import { Tigo, type TigoAccess } from './tigo/tigo.ts';
import { Wallet, type WalletAccess } from './wallet/wallet.ts';

/** What the shop and each wallet know of each other. */
export interface WalletsAccess {
  readonly mercadoPago: MercadoPagoAccess;
  readonly tigo: TigoAccess;
  readonly redirectWallet: WalletAccess;
  readonly polledWallet: WalletAccess;
  readonly modo: ModoAccess;
}

/** The wallets that people pay with on a page or a phone. */
export class Wallets {
  readonly mercadoPago: MercadoPago;
  readonly tigo: Tigo;
  readonly redirectWallet: Wallet;
  readonly polledWallet: Wallet;
  readonly modo: Modo;

  constructor(access: WalletsAccess) {
    this.mercadoPago = new MercadoPago(access.mercadoPago);
    this.tigo = new Tigo(access.tigo);
    this.redirectWallet = new Wallet({ name: 'apay', title: 'APay', where: 'window', access: access.redirectWallet });
    this.polledWallet = new Wallet({ name: 'pool', title: 'Pool', where: 'phone', access: access.polledWallet });
    this.modo = new Modo(access.modo);
  }

  get all(): readonly HostedProvider[] {
    return [this.mercadoPago, this.tigo, this.redirectWallet, this.polledWallet, this.modo].map(({ hosted }) => hosted);
  }
}
