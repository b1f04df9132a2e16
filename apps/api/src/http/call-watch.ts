import type { Endpoint, FailureCode, Refusal, Role } from '@butaca/contract';
import type { FastifyRequest } from 'fastify';
import type { EventName, FactsOf } from '#watch/events';
import { networkOf } from './network.ts';
import { callOf } from './replies.ts';

/** The caller of an open session. */
interface Caller {
  readonly customerId: string;
  readonly role: Role;
}

/** Refusals by a limit that a person reached. */
const limits: ReadonlySet<FailureCode> = new Set([
  'too_many_attempts',
  'too_many_requests',
  'too_many_places',
  'too_many_purchases',
  'too_many_alerts',
  'crowded_network',
  'too_many_card_tries',
  'too_many_entries',
  'captcha_failed',
]);

/** What a handler says of its call: with the id of the request, and with its caller. */
export class CallWatch {
  readonly #request: FastifyRequest;
  readonly #session: Caller | undefined;

  constructor(request: FastifyRequest, session: Caller | undefined) {
    this.#request = request;
    this.#session = session;
  }

  /** The caller's network, as a keyed hash. */
  get network(): string {
    return this.#request.server.watch.hashOf(networkOf(this.#request.ip));
  }

  hashOf(text: string): string {
    return this.#request.server.watch.hashOf(text);
  }

  say<Name extends EventName>(name: Name, facts: FactsOf<Name>): void {
    const by = { requestId: this.#request.id, customerId: this.#session?.customerId, role: this.#session?.role };
    this.#request.server.watch.say(name, facts, by);
  }
}

interface Called {
  readonly session: Caller | undefined;
  readonly endpoint: Endpoint;
  /** The purchase or order that the call named, once it was decoded. */
  readonly object: string | undefined;
}

/** What the log learns of every call that may matter to security: refusals by role and by limits, and what the staff changes. */
export function tellOfCall(request: FastifyRequest, { session, endpoint, object }: Called, end: 'ok' | Refusal): void {
  const outcome = end === 'ok' ? end : end.failure;
  const isVerbOfStaff = session !== undefined && session.role !== 'customer' && endpoint.method !== 'GET';
  if (!isVerbOfStaff && outcome !== 'not_for_you' && !limits.has(outcome as FailureCode)) return;
  const watch = new CallWatch(request, session);
  const call = callOf(request);
  const { network } = watch;
  if (outcome === 'not_for_you') watch.say('refused-by-role', { call, network });
  else if (outcome !== 'ok' && limits.has(outcome))
    watch.say('limit-reached', { call, limit: outcome, which: end === 'ok' ? undefined : limitIn(end.data), network, object });
  if (isVerbOfStaff) watch.say('staff-verb', { call, outcome, network, object });
}

/** Which of several limits it was, where the refusal says so. */
const limitIn = (facts: object): string | undefined => ('limit' in facts && typeof facts.limit === 'string' ? facts.limit : undefined);
