import { providerOfName } from '../../src/payments/providers/index.ts';
import { hostedParts } from './hosted.ts';
import { type Outside, TIMEOUT_MS } from './outside.ts';
import { noChallenge, noParts, noWebhooks, type ProviderUnderTest, withoutCard } from './provider-under-test.ts';

const methodOf = (provider: string, id: number): ProviderUnderTest['method'] => ({
  id,
  provider,
  kind: 'wallet',
  name: provider,
  mark: provider,
  channels: ['online'],
  options: {},
});

const ownPage = noChallenge('the wallet knows its person: it takes no card');

/** Leaves for the wallet's page, and comes back to `/apay/cobro/finalizar`. */
export function redirectWalletUnderTest({ origin, wallets, config }: Outside): ProviderUnderTest {
  const { set: _, orderOf: __, onItsPage, ...parts } = hostedParts(wallets.redirectWallet.hosted);
  return {
    ...parts,
    provider: providerOfName('apay', {
      ...config.wallets.redirectWallet,
      url: `${origin}/apay/api`,
      pageOrigin: origin,
      timeoutMs: TIMEOUT_MS,
    }),
    currency: 'ARS',
    method: methodOf('apay', 13),
    form: () => withoutCard,
    atTheProvider: onItsPage,
    ownWords: /"declined"\s*:/,
    missing: ownPage,
  };
}

/** The person answers in the wallet's app while our page asks again. */
export function polledWalletUnderTest({ origin, wallets, config }: Outside): ProviderUnderTest {
  const { set: _, orderOf: __, onItsPage, ...parts } = hostedParts(wallets.polledWallet.hosted);
  return {
    ...parts,
    provider: providerOfName('pool', {
      ...config.wallets.polledWallet,
      url: `${origin}/pool/api`,
      pageOrigin: origin,
      timeoutMs: TIMEOUT_MS,
    }),
    currency: 'ARS',
    method: methodOf('pool', 14),
    form: () => withoutCard,
    atTheProvider: onItsPage,
    ownWords: /"declined"\s*:/,
    missing: { ...ownPage, 'provider down': 'its app may have asked its person already, so that the payment is in doubt' },
  };
}

export function tigoUnderTest({ origin, wallets, config }: Outside): ProviderUnderTest {
  const { set: _, orderOf: __, onItsPage, ...parts } = hostedParts(wallets.tigo.hosted);
  const more = { url: `${origin}/tigo`, pageOrigin: origin, reversesBy: 'payment', timeoutMs: TIMEOUT_MS } as const;
  return {
    ...parts,
    provider: providerOfName('tigo', { ...config.wallets.tigo, ...more }),
    currency: 'PYG',
    method: methodOf('tigo', 12),
    form: () => ({ ...withoutCard, phone: '0981 123456' }),
    atTheProvider: onItsPage,
    ownWords: /60019|INTERNAL/,
    missing: {
      ...ownPage,
      'webhook forged': noSignature,
      ...noParts('Tigo Money reverses all of a payment and no parts'),
    },
  };
}

const noSignature = 'Tigo Money signs no call: what comes only makes us ask, which the early webhook shows';

export function modoUnderTest({ origin, wallets, config }: Outside): ProviderUnderTest {
  const { set: _, orderOf: __, onItsPage, ...parts } = hostedParts(wallets.modo.hosted);
  const more = {
    url: `${origin}/modo`,
    pageOrigin: origin,
    processorCode: 'sandbox-acquirer',
    queryPath: '/v2/payment-requests/{id}/data',
    timeoutMs: TIMEOUT_MS,
  };
  return {
    ...parts,
    provider: providerOfName('modo', { ...config.wallets.modo, ...more }),
    currency: 'ARS',
    method: methodOf('modo', 15),
    form: () => withoutCard,
    atTheProvider: onItsPage,
    ownWords: /REJECTED/,
    missing: { ...ownPage, cancelled: 'MODO says REJECTED of what its person cancels: it is a decline' },
  };
}

const mercadoPagoAt = ({ origin, config: { wallets } }: Outside) =>
  providerOfName('mercadopago', { ...wallets.mercadoPago, url: `${origin}/mercadopago`, pageOrigin: origin, timeoutMs: TIMEOUT_MS });

/** Its own page, where people may try several times. */
export function mercadoPagoPageUnderTest(outside: Outside): ProviderUnderTest {
  const { hosted } = outside.wallets.mercadoPago;
  const { set: _, orderOf, onItsPage, ...parts } = hostedParts(hosted);
  return {
    ...parts,
    provider: mercadoPagoAt(outside),
    currency: 'ARS',
    method: methodOf('mercadopago', 11),
    form: () => withoutCard,
    atTheProvider: onItsPage,
    /** Before anybody pays, it tells of a try that was declined. */
    async notice(begun, kind) {
      const order = orderOf(begun);
      if (order.payments.length === 0) await hosted.decide(order, 'declined');
      return parts.notice(begun, kind);
    },
    ownWords: /cc_rejected/,
    missing: noChallenge('its page asks its people itself; a card by its token is the other row'),
  };
}

const HOLDERS = { approve: 'APRO', leave: 'APRO', cancel: 'APRO', decline: 'FUND', challenge: 'CHAL', fail: 'CHAL' } as const;

/** A card by its token, which the name of its holder decides about. */
export function mercadoPagoCardUnderTest(outside: Outside): ProviderUnderTest {
  const { origin, post, config } = outside;
  const { hosted } = outside.wallets.mercadoPago;
  const { set, orderOf: _, onItsPage: __, ...parts } = hostedParts(hosted);
  const atOnce = 'a charge to a card ends with its answer, unless its issuer asks';
  return {
    ...parts,
    provider: mercadoPagoAt(outside),
    currency: 'ARS',
    method: { ...methodOf('mercadopago', 16), kind: 'card' },
    async form(fate) {
      const number = '4509953566233704';
      const { body } = await post(
        `${origin}/mercadopago/v1/card_tokens?public_key=${config.wallets.mercadoPago.publicKey}`,
        {},
        {
          card_number: number,
          expiration_month: 11,
          expiration_year: 2040,
          security_code: '123',
          cardholder: { name: HOLDERS[fate], identification: { type: 'DNI', number: '30123456' } },
        },
      );
      return { token: String(body.id), bin: number.slice(0, 6), lastFour: number.slice(-4) };
    },
    async atTheProvider(fate, { next }): Promise<Readonly<Record<string, string>>> {
      if (next?.kind !== 'challenge') return {};
      const shown = await fetch(next.url, { method: 'POST', body: new URLSearchParams(next.fields) });
      if (!(await shown.text()).includes('Esto es una simulación')) throw new Error('the page does not say that it is a simulation');
      await fetch(next.url, { method: 'POST', body: new URLSearchParams({ do: fate === 'fail' ? 'declined' : 'approved' }) });
      return { status: 'COMPLETE' };
    },
    isChargedAtOnce: true,
    arm: (fault) => (fault === 'lost' ? set({ loseAfter: 1 }) : parts.arm(fault)),
    ownWords: /cc_rejected/,
    missing: {
      cancelled: atOnce,
      abandoned: atOnce,
      'back in two tabs': atOnce,
      ...noWebhooks('of a card that was charged at once a call says what its answer has said; those of its page are the other row'),
      'provider down': 'a charge that is not answered may have been made',
    },
  };
}
