import type { Provider } from '../provider.ts';
import { type BancardOptions, bancard } from './bancard/bancard.ts';
import { type CybersourceOptions, cybersource } from './cybersource/cybersource.ts';
import { mercadoPago } from './mercadopago/mercadopago.ts';
import { modo } from './modo/modo.ts';
import { paypal } from './paypal/paypal.ts';
import { type PaywayOptions, payway } from './payway/payway.ts';
import { tigo } from './tigo/tigo.ts';
import { polledWallet, redirectWallet } from './wallet/wallet.ts';
import type { WalletProviders } from './wallet-settings.ts';

/** Addresses and secrets of the providers that this deployment has, from the environment (`config.ts`). */
export interface ProviderSettings extends WalletProviders {
  readonly payway: PaywayOptions | null;
  readonly cybersource: CybersourceOptions | null;
  readonly bancard: BancardOptions | null;
}

/** Every provider that the server knows: one line each. */
const providers: { readonly [Name in keyof ProviderSettings]: (settings: NonNullable<ProviderSettings[Name]>) => Provider } = {
  payway,
  cybersource,
  bancard,
  mercadopago: mercadoPago,
  tigo,
  apay: redirectWallet,
  pool: polledWallet,
  modo,
  paypal,
};

/** One provider as the deployment makes it. */
export const providerOfName = <Name extends keyof ProviderSettings>(name: Name, own: NonNullable<ProviderSettings[Name]>): Provider =>
  providers[name](own);

/** Those that the deployment has settings for. */
export const configuredProviders = (settings: ProviderSettings): Provider[] =>
  (Object.keys(providers) as (keyof ProviderSettings)[]).flatMap((name) => {
    const own = settings[name];
    return own === null ? [] : [providerOfName(name, own as never)];
  });

export const configuredNames = (settings: ProviderSettings): ReadonlySet<string> =>
  new Set(Object.entries(settings).flatMap(([name, own]) => (own === null ? [] : [name])));

/** Where pages send cards for tokens, and whose pages they frame and post forms to. */
export const originsOf = (providers: readonly Provider[]) => ({
  tokens: [...new Set(providers.flatMap(({ tokens }) => (tokens ? [new URL(tokens.url).origin] : [])))],
  frames: [...new Set(providers.flatMap(({ origins }) => origins.frames))],
});
