import { useClickKey } from '@butaca/browser/click-key.ts';
import {
  documentsFor,
  firstProblem,
  isChanged,
  type ReceiverForm,
  type ReceiverProblems,
  receiverForm,
  receiverFormProblems,
  receiverOf,
  refusedReceiver,
} from '@butaca/browser/receiver-form.ts';
import type { AnswerOf, BillReceiver, Customer } from '@butaca/contract';
import { type getBillReceiver, setBillReceiver } from '@butaca/contract/bill';
import { receiverProblems } from '@butaca/contract/rules/bill-receiver';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { loadClient } from '../../calls/load-client.ts';
import { useFrame } from '../../frame/use-frame.ts';

type KnownDocument = Partial<Pick<Customer, 'documentType' | 'documentNumber'>>;

/** Whom the bill of a purchase goes to, as the server has it. */
export type Billing = AnswerOf<typeof getBillReceiver>;

/** `unsaved`: what the buyer typed could not be kept, so that nothing is paid yet. */
type Trouble = 'failed' | 'unsaved' | 'over';

interface Options {
  readonly purchaseId: string;
  /** Undefined where it could not be read. */
  readonly opened: Billing | undefined;
  /** Of the purchase, in minor units. */
  readonly total: number;
  /** Who buys online; at a counter it is not known. */
  readonly payer?: KnownDocument | undefined;
  /** The payment that was refused for want of a receiver, if the last one was. */
  readonly refused: object | null;
  readonly onLogIn: () => void;
}

export type BillReceiverState = ReturnType<typeof useBillReceiver>;

/** The form of whom the bill is made out to: what is kept, what is typed, and what is wrong with it. */
export function useBillReceiver({ purchaseId, opened, total, payer, refused, onLogIn }: Options) {
  const offered = useFrame().brand.people.documentTypes;
  const [receiver, setReceiver] = useState(opened?.receiver);
  const [form, setForm] = useState(() => receiverForm(opened?.receiver, offered));
  const [problems, setProblems] = useState<ReceiverProblems>({});
  const [tried, setTried] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<'saved' | 'removed' | null>(null);
  const root = useRef<HTMLElement>(null);
  const click = useClickKey();

  const namedFrom = opened?.namedFrom;
  const isLarge = namedFrom !== undefined && total >= namedFrom;
  const isPayerKnown = isKnownToTaxOffice(payer);
  const isNeeded = namedFrom !== undefined && !receiver && (refused !== null || (isLarge && !isPayerKnown));
  // From the first picture on, so that nothing moves.
  const [open, setOpen] = useState(isNeeded);
  const changed = isChanged(form, receiverForm(receiver, offered));

  const focusOn = (field: keyof ReceiverForm | 'summary') => {
    flushSync(() => setOpen(field !== 'summary'));
    root.current?.querySelector<HTMLElement>(field === 'summary' ? 'summary' : `[name="receiver-${field}"]`)?.focus();
  };
  const latestFocus = useRef(focusOn);
  latestFocus.current = focusOn;
  const hasReceiver = receiver !== undefined;

  // The button that was pressed is far below.
  useEffect(() => {
    if (refused && !hasReceiver) queueMicrotask(() => latestFocus.current('condition'));
  }, [refused, hasReceiver]);

  const refuse = (found: ReceiverProblems): boolean => {
    setProblems(found);
    const first = firstProblem(found);
    if (first) focusOn(first);
    return first !== undefined;
  };

  const type = (next: ReceiverForm) => {
    setForm(next);
    setSaid(null);
    if (tried) setProblems(receiverFormProblems(next));
  };

  const become = (kept: BillReceiver | undefined) => {
    setReceiver(kept);
    setForm(receiverForm(kept, offered));
    setProblems({});
    setTried(false);
    setTrouble(null);
  };

  /** Whether the server has it now. */
  const send = async (wanted: BillReceiver | undefined, failed: Trouble): Promise<boolean> => {
    setBusy(true);
    setTrouble(null);
    const call = click.keyed((await loadClient()).call);
    const outcome = await call(setBillReceiver, { params: { purchaseId }, body: { receiver: wanted } }, { purpose: 'charging' });
    setBusy(false);
    if (outcome.status === 'ok') {
      become(outcome.data.receiver);
      return true;
    }
    if (outcome.status === 'unauthorised') onLogIn();
    else if (outcome.status === 'refusal' && outcome.failure === 'invalid_input' && refuse(refusedReceiver(outcome.data.fields))) {
      setTried(true);
    } else {
      setTrouble(outcome.status === 'refusal' && /^purchase_/.test(outcome.failure) ? 'over' : failed);
      setOpen(true);
    }
    return false;
  };

  const save = async (failed: Trouble = 'failed'): Promise<boolean> => {
    if (busy) return false;
    setTried(true);
    setSaid(null);
    return !refuse(receiverFormProblems(form)) && send(receiverOf(form), failed);
  };

  return {
    /** Where no bills are made there is nothing to show. */
    isOffered: namedFrom !== undefined,
    namedFrom: namedFrom ?? 0,
    /** From this total on a bill without a receiver is made out to the account's owner. */
    isOfPayer: isLarge && isPayerKnown,
    ...{ root, receiver, form, problems, trouble, busy, said, open, changed, isNeeded },
    documents: documentsFor(form.condition, offered),
    type,
    toggle: setOpen,
    save: async () => {
      if (!(await save())) return;
      setSaid('saved');
      focusOn('summary');
    },
    remove: async () => {
      if (busy || !(await send(undefined, 'failed'))) return;
      setSaid('removed');
      focusOn('summary');
    },
    discard: () => {
      become(receiver);
      focusOn('summary');
    },
    /** Before paying: what was typed and not saved is saved. False where that needs the buyer. */
    settle: async (): Promise<boolean> => namedFrom === undefined || !changed || save('unsaved'),
  };
}

/** Whether an account names its owner as the tax office does. */
const isKnownToTaxOffice = ({ documentType, documentNumber = '' }: KnownDocument = {}): boolean =>
  documentType !== undefined && Object.keys(receiverProblems({ condition: 'final_consumer', documentType, documentNumber })).length === 0;
