import type { ClickKey } from '@butaca/browser/click-key.ts';
import type { AnswerOf, Outcome, RefusalCodeOf } from '@butaca/contract';
import {
  type ChosenWay,
  clearName,
  correctMailboxByStaff,
  findOfficeOrders,
  getOfficeMoney,
  getOfficeOrder,
  listRefunds,
  type OfficeOrder,
  previewRefund,
  type RefundObstacle,
  refundOrder,
  resendTickets,
  settleDoubt,
} from '@butaca/contract/office-orders';
import { lookUpRefusal, type RefusalTable } from '@butaca/contract/refusals';
import { client } from '../client.ts';
import { endSession } from '../session.ts';

/** Why nothing was done; `done_elsewhere` when the order is another than the one that was looked at. */
export type OrderProblem =
  | `cannot.${RefundObstacle}`
  | 'done_elsewhere'
  | 'key_reused'
  | 'not_in_doubt'
  | 'provider_silent'
  | 'no_tickets'
  | 'no_buyer'
  | 'no_name'
  | 'inside'
  | 'not_found'
  | 'reason'
  | 'busy'
  | 'no_answer'
  | 'other';

type Verb =
  | typeof previewRefund
  | typeof refundOrder
  | typeof resendTickets
  | typeof clearName
  | typeof settleDoubt
  | typeof correctMailboxByStaff;

const other = () => 'other' as const;
const problems: RefusalTable<RefusalCodeOf<Verb>, OrderProblem> = {
  cannot_refund: ({ obstacle }) => `cannot.${obstacle}`,
  refund_changed: () => 'done_elsewhere',
  key_reused: () => 'key_reused',
  not_in_doubt: () => 'not_in_doubt',
  provider_silent: () => 'provider_silent',
  no_valid_tickets: () => 'no_tickets',
  no_buyer: () => 'no_buyer',
  // Back to the account's address needs neither; it has another one by now.
  nothing_undelivered: () => 'done_elsewhere',
  wrong_code: () => 'done_elsewhere',
  no_name: () => 'no_name',
  // The only obstacle here: its bearer has entered with it.
  cannot_nominate: () => 'inside',
  not_found: () => 'not_found',
  payment_method_unavailable: () => 'cannot.no_provider',
  invalid_input: () => 'reason',
  busy: () => 'busy',
  too_many_requests: () => 'busy',
  not_for_you: other,
  malformed_address: other,
  foreign_page: other,
  malformed_body: other,
  body_too_large: other,
  unsupported_media_type: other,
};

function resultOf<E extends Verb>(outcome: Outcome<E>): AnswerOf<E> | OrderProblem {
  if (outcome.status === 'ok') return outcome.data as AnswerOf<E>;
  if (outcome.status === 'unauthorised') endSession('over');
  if (outcome.status === 'refusal') return lookUpRefusal(problems, outcome as never);
  return outcome.status === 'ERROR' ? 'no_answer' : 'other';
}

interface Refund {
  readonly orderId: string;
  readonly ticketIds: readonly string[];
  readonly way: ChosenWay;
  readonly returnsHandedOver: boolean;
  readonly countsGivenBack: boolean;
}

export type Preview = AnswerOf<typeof previewRefund>;

export const preview = async ({ orderId, ticketIds, ...choice }: Refund): Promise<Preview | OrderProblem> =>
  resultOf(await client.call(previewRefund, { params: { orderId }, body: { ticketIds: [...ticketIds], ...choice } }));

interface Explained {
  readonly reason: string;
  /** Of the dialog. */
  readonly click: ClickKey;
}

export const refund = async ({ orderId, ticketIds, click, ...given }: Refund & Explained & { readonly amount: number }) =>
  resultOf(await click.keyed(client.call)(refundOrder, { params: { orderId }, body: { ticketIds: [...ticketIds], ...given } }));

export const resend = async (orderId: string, { reason, click }: Explained): Promise<OfficeOrder | OrderProblem> =>
  resultOf(await click.keyed(client.call)(resendTickets, { params: { orderId }, body: { reason } }));

export const takeNameOff = async (
  orderId: string,
  { ticketId, reason, click }: Explained & { readonly ticketId: string },
): Promise<OfficeOrder | OrderProblem> =>
  resultOf(await click.keyed(client.call)(clearName, { params: { orderId }, body: { ticketId, reason } }));

/** The order's mails go to its account's address again, which needs no code. */
export const takeBack = async (
  orderId: string,
  { account, reason, click }: Explained & { readonly account: string },
): Promise<OfficeOrder | OrderProblem> =>
  resultOf(
    await click.keyed(client.call)(correctMailboxByStaff, { params: { orderId }, body: { email: account, code: undefined, reason } }),
  );

export type DoubtVerb = 'ask_again' | 'book_as_paid' | 'give_back';

export const settle = async (
  reference: string,
  { verb, paymentId, reason, click }: Explained & { readonly verb: DoubtVerb; readonly paymentId?: string | undefined },
): Promise<OfficeOrder | OrderProblem> =>
  resultOf(await click.keyed(client.call)(settleDoubt, { params: { reference }, body: { verb, paymentId, reason } }));

/** For queries: throws when there is no answer; a session that has expired, or is no longer an organiser's, is ended. */
export async function read<Answer>(outcome: { status: string; data?: unknown; failure?: string }): Promise<Answer> {
  if (outcome.status === 'ok') return outcome.data as Answer;
  if (outcome.status === 'unauthorised') endSession('over');
  if (outcome.failure === 'not_for_you') endSession('not-for-you');
  throw new Error(outcome.failure ?? outcome.status);
}

export const searchOrders = async (search: string, signal: AbortSignal) =>
  (await read<AnswerOf<typeof findOfficeOrders>>(await client.call(findOfficeOrders, { query: { search } }, { signal }))).items;

export const readOrder = async (orderId: string, signal: AbortSignal) =>
  read<OfficeOrder>(await client.call(getOfficeOrder, { params: { orderId } }, { signal }));

export const readRefunds = async () => (await read<AnswerOf<typeof listRefunds>>(await client.call(listRefunds, {}))).items;

export const readMoney = async (signal: AbortSignal) =>
  read<AnswerOf<typeof getOfficeMoney>>(await client.call(getOfficeMoney, {}, { purpose: 'background', signal }));
