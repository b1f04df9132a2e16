import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint, InputOf, Outcome } from '@butaca/contract';
import { limit } from '../scripts/test/limits.ts';
import { clientAt } from './client.ts';
import type { Random } from './plan.ts';
import type { Customer, Stage } from './stage.ts';
import type { Times, Witness } from './witness.ts';

/** After this long a buyer clicks again; a payment is given more time. */
const CALL_WITHIN_MS = limit(5000);
const PAYMENT_WITHIN_MS = limit(20_000);
/** How long a call without an answer is repeated. */
const PATIENCE_MS = limit(30_000);

/** What becomes of a buyer's payments, each time that they buy; one that is listed several times is done by more of them: a card that is reviewed, or what they do on Mercado Pago's page and about it. */
export const ERRANDS = [
  'is reviewed',
  'pays',
  'pays in two tabs',
  'waits for cash',
  'never pays the slip',
  'calls off',
  'calls off',
  'calls off as it comes',
  'calls off as it comes',
  'leaves the page',
] as const;
export type Errand = (typeof ERRANDS)[number];

export interface Shopping {
  readonly stage: Stage;
  readonly witness: Witness;
  /** Decides what this buyer does. */
  readonly random: Random;
  /** Decides where calls go and when they are repeated. Separate from `random`, because this depends on timing and must not change the choices. */
  readonly routes: Random;
  readonly customer: Customer;
  /** The others pay with any card. */
  readonly errand?: Errand | undefined;
  /** Unique: part of the idempotency keys of its clicks. */
  readonly name: string;
  /** No call starts after it aborts. */
  readonly signal: AbortSignal;
}

export interface Reply<E extends Endpoint> extends Times {
  readonly outcome: Outcome<E>;
  /** A request of it had no answer or a fault: the server may still carry it out later. */
  readonly lingers: boolean;
}
export type Answered<E extends Endpoint> = Reply<E> & {
  readonly outcome: Extract<Outcome<E>, { status: 'ok' | 'refusal' | 'unreadable' }>;
};

/** The calls of one buyer or counter: each is sent to either group of processes, repeated, and reported to the witness. */
export class Calls {
  readonly #shopping: Shopping;
  #clicks = 0;

  constructor(shopping: Shopping) {
    this.#shopping = shopping;
  }

  /** The idempotency key of a new click. */
  newKey = (what: string) => `${what}-${this.#shopping.name}-${String(++this.#clicks).padStart(4, '0')}`;

  /** A click, or the same one at both groups of processes at once. */
  press<Answer>(click: (at?: string) => Promise<Answer>, twice: boolean): Promise<Answer[]> {
    return Promise.all(twice ? this.#shopping.stage.origins.map((origin) => click(origin)) : [click()]);
  }

  /** Repeats a call until it is answered, also at the other process; null without an answer in time. Only for calls that may be repeated. */
  async persist<E extends Endpoint>(endpoint: E, input: InputOf<E>, key?: string, at?: string): Promise<Answered<E> | null> {
    const { routes, signal } = this.#shopping;
    const until = performance.now() + PATIENCE_MS;
    for (let tries = 0, lingers = false; ; tries++) {
      if (signal.aborted) return null;
      const reply = await this.ask(endpoint, input, key, tries === 0 ? at : undefined);
      const { outcome } = reply;
      lingers ||= reply.lingers;
      const busy = outcome.status === 'refusal' && (outcome.failure === 'busy' || outcome.failure === 'too_many_requests') && tries < 5;
      if (!busy && (outcome.status === 'ok' || outcome.status === 'refusal' || outcome.status === 'unreadable'))
        return { ...reply, outcome, lingers };
      if (performance.now() > until) return null;
      await sleep(routes.between(200, 1000));
    }
  }

  async ask<E extends Endpoint>(endpoint: E, input: InputOf<E>, key?: string, at?: string): Promise<Reply<E>> {
    const { stage, witness, routes, customer } = this.#shopping;
    const sentAt = performance.now();
    const withinMs = endpoint.path.includes('/Cobrar') ? PAYMENT_WITHIN_MS : CALL_WITHIN_MS;
    let lingers = false;
    const client = clientAt({
      host: at ?? routes.pick(stage.origins),
      token: customer.token,
      fetch: async (url, init) => {
        const response = await fetch(url, { ...init, signal: AbortSignal.timeout(withinMs) }).catch(() => null);
        witness.answered(endpoint.path, response);
        if (response === null || response.status >= 500) lingers = true;
        if (response === null) throw new Error('no answer');
        return response;
      },
    });
    const outcome = await client.call(endpoint, input, key === undefined ? {} : { idempotencyKey: key });
    return { outcome, lingers, sentAt, receivedAt: performance.now() };
  }
}

export const refusedAs = (outcome: { readonly failure: string } | { readonly code: number }): string =>
  'failure' in outcome ? outcome.failure : String(outcome.code);

/** Whether the call was answered and no request of it can still be carried out. */
export const isOver = (reply: Pick<Reply<Endpoint>, 'lingers'> | null): boolean => reply !== null && !reply.lingers;
