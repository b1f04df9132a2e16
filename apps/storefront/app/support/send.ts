import type { Outcome } from '@butaca/contract/client';
import type { RefusalCodeOf } from '@butaca/contract/endpoint';
import { listOrders } from '@butaca/contract/order';
import { lookUpRefusal, type RefusalTable } from '@butaca/contract/refusals';
import { type SupportKind, writeToSupport, writeToSupportAsCustomer } from '@butaca/contract/support';
import { client } from '../calls/browser-client.ts';
import { currentSession } from '../session/store.ts';

export interface Typed {
  readonly kind: SupportKind;
  readonly message: string;
  readonly name: string;
  readonly phone: string;
  readonly orderId: string | undefined;
}
export type SupportField = 'kind' | 'message' | 'name' | 'phone';

export interface Sent {
  readonly number: string;
  /** Where a copy went. */
  readonly copyTo?: string | undefined;
  /** The account's address, which takes no mail. */
  readonly refusedBy?: string | undefined;
}
export type Failure =
  | { readonly reason: 'captcha_failed' | 'no_answer' | 'order' | 'foreign_page' | 'other' }
  /** `seconds`: until the next message is accepted. */
  | { readonly reason: 'wait'; readonly seconds: number };
type Result = Sent | Failure | { readonly problems: Partial<Record<SupportField, string>> };

/**
 * Sends a message: as the customer where there is a session, without one by captcha. What ends is told in the form, so that a failure opens
 * no dialog and leads nowhere; with a session that is over the message still gets through.
 */
export async function send({ orderId, ...typed }: Typed, takeCaptcha: () => Promise<string | undefined>): Promise<Result> {
  const body = { ...typed, page: pageBefore() };
  if (currentSession()) {
    const outcome = await client.call(writeToSupportAsCustomer, { body: { ...body, orderId } }, { purpose: 'background' });
    if (outcome.status !== 'unauthorised') return resultOf(outcome);
  }
  let captcha: string | undefined;
  try {
    captcha = await takeCaptcha();
  } catch {
    return { reason: 'captcha_failed' };
  }
  return resultOf(await client.call(writeToSupport, { body: { ...body, captcha } }, { purpose: 'background' }));
}

type Call = typeof writeToSupport | typeof writeToSupportAsCustomer;

export function resultOf(outcome: Outcome<typeof writeToSupport> | Outcome<typeof writeToSupportAsCustomer>): Result {
  if (outcome.status === 'ok') return outcome.data;
  if (outcome.status === 'refusal') return lookUpRefusal(refusals, outcome);
  return { reason: outcome.status === 'ERROR' ? 'no_answer' : 'other' };
}

const other = (): Result => ({ reason: 'other' });
const wait = ({ retryAfterSeconds }: { retryAfterSeconds: number }): Result => ({ reason: 'wait', seconds: retryAfterSeconds });

/** The server names fields as they are on the wire. */
const fieldsByWireName: ReadonlyMap<string, SupportField> = new Map([
  ['ctMotivo', 'kind'],
  ['cMensaje', 'message'],
  ['cNombre', 'name'],
  ['cTelefono', 'phone'],
]);

const refusals: RefusalTable<RefusalCodeOf<Call>, Result> = {
  invalid_input: ({ fields }) => {
    const known = fields.flatMap(({ name, reason }) => {
      const field = fieldsByWireName.get(name);
      return field ? [[field, reason] as const] : [];
    });
    return known.length > 0 ? { problems: Object.fromEntries(known) } : other();
  },
  captcha_failed: () => ({ reason: 'captcha_failed' }),
  not_found: () => ({ reason: 'order' }),
  too_many_attempts: wait,
  too_many_requests: wait,
  busy: wait,
  foreign_page: () => ({ reason: 'foreign_page' }),
  malformed_body: other,
  body_too_large: other,
  unsupported_media_type: other,
};

/** The path of the page that the visitor was on before, without its query; undefined where the browser does not tell. */
function pageBefore(): string | undefined {
  const { navigation } = window as { navigation?: { entries: () => { url: string | null }[]; currentEntry: { index: number } | null } };
  const before = navigation?.currentEntry ? navigation.entries()[navigation.currentEntry.index - 1]?.url : document.referrer;
  const url = before ? URL.parse(before) : null;
  return url?.origin === window.location.origin && /^\/[\w\-./~%]{0,199}$/.test(url.pathname) ? url.pathname : undefined;
}

export interface OwnOrder {
  readonly id: string;
  readonly number: string;
  readonly show: string | undefined;
}

const MOST_ORDERS = 20;

/** The customer's last orders; empty where they could not be read. */
export async function readOwnOrders(): Promise<readonly OwnOrder[]> {
  const outcome = await client.call(listOrders, { query: {} }, { purpose: 'background' });
  if (outcome.status !== 'ok') return [];
  return outcome.data.items
    .flatMap(({ id, number, purchase }) => (number === undefined ? [] : [{ id, number, show: purchase.performances[0]?.show?.name }]))
    .slice(0, MOST_ORDERS);
}
