import type { ClickKey } from '@butaca/browser/click-key.ts';
import type { AnswerOf, RefusalCodeOf } from '@butaca/contract';
import type { UnlikePayment } from '@butaca/contract/office';
import {
  type ChosenWay,
  clearName,
  closeGivenBack,
  closeRefund,
  correctMailboxByStaff,
  findOfficeOrders,
  getOfficeMoney,
  getOfficeOrder,
  listRefunds,
  type OfficeOrder,
  previewRefund,
  type RefundObstacle,
  refundOrder,
  reissueTicketsByStaff,
  reopenGivenBack,
  resendTickets,
  settleDoubt,
} from '@butaca/contract/office-orders';
import type { RefusalTable } from '@butaca/contract/refusals';
import { client } from '../client.ts';
import { ofEveryAct, read, resultsBy } from '../outcome.ts';

/** Why nothing was done; `done_elsewhere` when the order is another than the one that was looked at. */
export type OrderProblem =
  | `cannot.${RefundObstacle}`
  | `unlike.${UnlikePayment}`
  | 'still_asking'
  | 'cannot_call_off'
  | 'done_elsewhere'
  | 'key_reused'
  | 'not_in_doubt'
  | 'provider_silent'
  | 'no_tickets'
  | 'no_buyer'
  | 'on_paper'
  | 'none_left'
  | 'unproved'
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
  | typeof closeGivenBack
  | typeof reopenGivenBack
  | typeof closeRefund
  | typeof resendTickets
  | typeof reissueTicketsByStaff
  | typeof clearName
  | typeof settleDoubt
  | typeof correctMailboxByStaff;

const problems: RefusalTable<RefusalCodeOf<Verb>, OrderProblem> = {
  ...ofEveryAct,
  cannot_refund: ({ obstacle }) => `cannot.${obstacle}`,
  refund_changed: () => 'done_elsewhere',
  not_in_doubt: () => 'not_in_doubt',
  provider_silent: () => 'provider_silent',
  payment_unlike: ({ said }) => `unlike.${said}`,
  still_asking: () => 'still_asking',
  cannot_call_off: () => 'cannot_call_off',
  no_valid_tickets: () => 'no_tickets',
  no_buyer: () => 'no_buyer',
  // Of their buyers alone there are too many in a day.
  cannot_reissue: ({ obstacle }) => (obstacle === 'on_paper' ? 'on_paper' : obstacle === 'none_left' ? 'none_left' : 'other'),
  address_unconfirmed: () => 'unproved',
  // Back to the account's address needs neither; it has another one by now.
  nothing_undelivered: () => 'done_elsewhere',
  wrong_code: () => 'done_elsewhere',
  no_name: () => 'no_name',
  // The only obstacle here: its bearer has entered with it.
  cannot_nominate: () => 'inside',
  payment_method_unavailable: () => 'cannot.no_provider',
  invalid_input: () => 'reason',
};

const resultOf = resultsBy<Verb, OrderProblem>(problems);

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

/** What went back without us was for no ticket. */
export const closeGiven = async (
  orderId: string,
  { amount, reason, click }: Explained & { readonly amount: number },
): Promise<OfficeOrder | OrderProblem> =>
  resultOf(await click.keyed(client.call)(closeGivenBack, { params: { orderId }, body: { amount, reason } }));

/** What was closed as for no ticket waits for a decision again. */
export const reopenGiven = async (
  orderId: string,
  { refundId, reason, click }: Explained & { readonly refundId: string },
): Promise<OfficeOrder | OrderProblem> =>
  resultOf(await click.keyed(client.call)(reopenGivenBack, { params: { orderId, refundId }, body: { reason } }));

/** A refund of a payment that its provider does not have. */
export const endRefund = async (
  orderId: string,
  { refundId, amount, reason, click }: Explained & { readonly refundId: string; readonly amount: number },
): Promise<OfficeOrder | OrderProblem> =>
  resultOf(await click.keyed(client.call)(closeRefund, { params: { orderId, refundId }, body: { amount, reason } }));

export const resend = async (orderId: string, { reason, click }: Explained): Promise<OfficeOrder | OrderProblem> =>
  resultOf(await click.keyed(client.call)(resendTickets, { params: { orderId }, body: { reason } }));

export const reissue = async (orderId: string, { reason, click }: Explained): Promise<OfficeOrder | OrderProblem> =>
  resultOf(await click.keyed(client.call)(reissueTicketsByStaff, { params: { orderId }, body: { reason } }));

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

export type SettledOrder = AnswerOf<typeof settleDoubt>;

export const settle = async (
  reference: string,
  { verb, paymentId, reason, click }: Explained & { readonly verb: DoubtVerb; readonly paymentId?: string | undefined },
): Promise<SettledOrder | OrderProblem> =>
  resultOf(await click.keyed(client.call)(settleDoubt, { params: { reference }, body: { verb, paymentId, reason } }));

export const searchOrders = async (search: string, signal: AbortSignal) =>
  read<AnswerOf<typeof findOfficeOrders>>(await client.call(findOfficeOrders, { query: { search } }, { signal })).items;

export const readOrder = async (orderId: string, signal: AbortSignal) =>
  read<OfficeOrder>(await client.call(getOfficeOrder, { params: { orderId } }, { signal }));

export const readRefunds = async () => read<AnswerOf<typeof listRefunds>>(await client.call(listRefunds, {})).items;

export const readMoney = async (signal: AbortSignal) =>
  read<AnswerOf<typeof getOfficeMoney>>(await client.call(getOfficeMoney, {}, { purpose: 'background', signal }));
