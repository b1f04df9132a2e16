import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CaptchaPurpose,
  charge,
  createClient,
  getCaptcha,
  logIn,
  type Purchase,
  selectDelivery,
  selectPaymentMethod,
  signUp,
  takeMore,
  takeQuantities,
  writeCaptcha,
} from '@butaca/contract';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { randomId } from '../../apps/api/src/db/random-id.ts';

const PASSWORD = 'Platea-2026-cuarta-fila';
const [CARD, FREE, E_TICKET] = [1, 3, 1];

/** A `fetch` whose connections come from this address of the loopback network: 127.0.N.1 is a network of its own. */
function fetchFrom(localAddress: string): typeof fetch {
  const agent = new Agent({ keepAlive: true, localAddress });
  return (input, init) =>
    new Promise((resolve, reject) => {
      const headers = Object.fromEntries(new Headers(init?.headers));
      const sent = request(String(input), { agent, method: init?.method ?? 'GET', headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.once('end', () => resolve(new Response(Buffer.concat(chunks), { status: answer.statusCode ?? 500 })));
        answer.once('error', reject);
      });
      sent.once('error', reject);
      sent.end(init?.body);
    });
}

export interface VisitorGiven {
  readonly origin: string;
  /** Of the loopback network, such as 127.0.7.1. */
  readonly address: string;
  /** Of a session that is open already. */
  readonly token?: string;
}

export type Visitor = ReturnType<typeof visitorAt>;

/** Somebody at one address, with the calls of the shop; refusals and faults are answered as null unless they say otherwise. */
export function visitorAt({ origin, address, token: given }: VisitorGiven) {
  let token = given;
  const { call } = createClient({
    host: origin,
    fetch: fetchFrom(address),
    token: () => token,
    fingerprint: () => `attack-${address}`,
    headerNames: { fingerprint: 'x-fingerprint', country: 'idPais' },
    countryCode: 10,
    onTrouble: () => {},
    wait: (ms) => sleep(ms),
  });
  const key = () => ({ idempotencyKey: randomId() });

  async function solved(purpose: CaptchaPurpose): Promise<string | undefined> {
    const outcome = await call(getCaptcha, { query: { purpose } });
    const challenge = outcome.status === 'ok' ? outcome.data.challenge : null;
    if (challenge === null) return undefined;
    const solution = await solveChallenge({ challenge: challenge as never, deriveKey });
    return solution ? writeCaptcha(challenge, solution) : undefined;
  }

  return {
    /** Signs up and logs in, each with its proof of work; false when that was refused. */
    async join(): Promise<boolean> {
      const email = `visitante.${randomId()
        .toLowerCase()
        .replaceAll(/[^a-z0-9]/g, '')}@correo.example`;
      const person = {
        firstName: 'Julia',
        lastName: 'Paredes',
        gender: 'feminine',
        documentType: 'dni',
        documentNumber: '30123456',
      } as const;
      const contact = { birthday: '1990-05-17', country: 'ar', phoneType: 'mobile', phoneNumber: '+54 11 5555-0100' } as const;
      const form = { ...person, ...contact, email, password: PASSWORD };
      const joined = await call(signUp, { body: { ...form, captcha: await solved('sign-up') } });
      if (joined.status !== 'ok') return false;
      const entered = await call(logIn, { body: { email, password: PASSWORD, captcha: await solved('log-in') } });
      token = entered.status === 'ok' ? entered.data.token : undefined;
      return token !== undefined;
    },
    /** Starts a purchase with so many of the best places. */
    take: (performanceId: number, quantity: number) => call(takeQuantities, { body: { performanceId, quantities: [{ quantity }] } }, key()),
    takeMore: (purchaseId: string, performanceId: number, quantity: number) =>
      call(takeMore, { params: { purchaseId }, body: { performanceId, quantities: [{ quantity }] } }, key()),
    /** Pays a purchase by card, or confirms it when it costs nothing; whether it is paid then. */
    async pay({ id }: Purchase, card: string | null): Promise<boolean> {
      const params = { purchaseId: id };
      const paymentMethodId = card === null ? FREE : CARD;
      await call(selectDelivery, { params, body: { deliveryTypeId: E_TICKET } });
      const chosen = await call(selectPaymentMethod, { params, body: { paymentMethodId } });
      if (chosen.status !== 'ok') return false;
      const total = chosen.data.totals?.total ?? 0;
      const held = { holder: 'Julia Paredes', documentType: 'dni', documentNumber: '30123456', email: 'julia@correo.example' } as const;
      const byCard = card === null ? {} : { token: card, bin: '450799', lastFour: '4905', instalments: 1, ...held };
      const captcha = await solved('payment');
      const paid = await call(charge, { params, body: { paymentMethodId, total, acceptsTerms: true, captcha, ...byCard } }, key());
      return paid.status === 'ok' && paid.data.outcome === 'approved';
    },
  };
}
