import type { ClickKey } from '@butaca/browser/click-key.ts';
import { type ReceiverProblems, refusedReceiver } from '@butaca/browser/receiver-form.ts';
import type { AnswerOf, RefusalCodeOf } from '@butaca/contract';
import { type BillReceiver, getOfficeBillFile, listOfficeBills, type OfficeBill, retryBill } from '@butaca/contract/bill';
import type { RefusalTable } from '@butaca/contract/refusals';
import { client } from '../client.ts';
import { ofEveryAct, read, resultsBy } from '../outcome.ts';
import { endSession } from '../session.ts';

export type BillList = AnswerOf<typeof listOfficeBills>;
export type ListedBill = BillList['items'][number];

export const readBills = async (signal: AbortSignal) =>
  read<BillList>(await client.call(listOfficeBills, {}, { purpose: 'background', signal }));

/** A bill as a PDF; null when it could not be had. */
export async function readBillFile(orderId: string, billId: string): Promise<File | null> {
  const outcome = await client.call(getOfficeBillFile, { params: { orderId, billId } });
  if (outcome.status === 'unauthorised') endSession('over');
  return outcome.status === 'ok' ? outcome.data : null;
}

type RetryProblem = 'not_refused' | 'key_reused' | 'not_found' | 'reason' | 'busy' | 'no_answer' | 'other';

const problems: RefusalTable<RefusalCodeOf<typeof retryBill>, RetryProblem> = {
  ...ofEveryAct,
  bill_not_refused: () => 'not_refused',
  invalid_input: () => 'reason',
};

const resultOf = resultsBy<typeof retryBill, RetryProblem>(problems);

export type Retried =
  | { readonly status: 'asked'; readonly bill: OfficeBill }
  /** Of the receiver. */
  | { readonly status: 'fields'; readonly problems: ReceiverProblems }
  | { readonly status: 'problem'; readonly problem: RetryProblem };

interface Retry {
  readonly orderId: string;
  readonly billId: string;
  readonly reason: string;
  /** Whom it is made out to from now on; left out, whom it was. */
  readonly receiver: BillReceiver | undefined;
  /** Of the dialog. */
  readonly click: ClickKey;
}

export async function askForBillAgain({ orderId, billId, click, ...body }: Retry): Promise<Retried> {
  const outcome = await click.keyed(client.call)(retryBill, { params: { orderId, billId }, body });
  const fields = outcome.status === 'refusal' && outcome.failure === 'invalid_input' ? refusedReceiver(outcome.data.fields) : {};
  if (Object.keys(fields).length > 0) return { status: 'fields', problems: fields };
  const result = resultOf(outcome);
  return typeof result === 'string' ? { status: 'problem', problem: result } : { status: 'asked', bill: result };
}
