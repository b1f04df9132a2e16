import { randomUUID } from 'node:crypto';
import type { PaymentRequest } from './requests.ts';
import type { Token } from './tokens.ts';

type End = 'passed' | 'failed' | 'cancelled';
const ENDS = ['passed', 'failed', 'cancelled'] as const;

/** A payment that waits for 3-D Secure: no money moves before its last instruction. */
export interface Question {
  /** Of the instruction; each step has its own. */
  readonly id: string;
  readonly step: 'device' | 'challenge';
  readonly request: PaymentRequest;
  readonly token: Token;
  readonly paymentId: number;
  /** What the page of the step hands over, and the shop has to repeat. */
  readonly value: string;
  /** What the buyer answered at the bank. */
  end: End | null;
}

const LIFE_S = 600;

/** Payments that wait for their buyers, by instruction and by the shop's reference. */
export class Questions {
  readonly #byId = new Map<string, Question>();
  readonly #byReference = new Map<string, Question>();

  ask(of: Pick<Question, 'request' | 'token' | 'paymentId'>, step: Question['step']): Question {
    const question: Question = { ...of, id: randomUUID(), step, value: randomUUID(), end: null };
    this.#byId.set(question.id, question);
    this.#byReference.set(of.request.site_transaction_id, question);
    return question;
  }

  find = (id: string): Question | undefined => this.#byId.get(id);

  ofReference = (reference: string): Question | undefined => this.#byReference.get(reference);

  /** It is answered, or replaced by the next step. */
  close({ id, request }: Question) {
    this.#byId.delete(id);
    this.#byReference.delete(request.site_transaction_id);
  }

  /** The buyer's answer at the bank's page; the first one counts. */
  end(id: string, end: string): Question | undefined {
    const question = this.#byId.get(id);
    const said = ENDS.find((each) => each === end);
    if (question && said && question.end === null)
      question.end = said === 'passed' && question.token.outcome.asks === 'challenge fails' ? 'failed' : said;
    return question;
  }
}

/** What Payway answers instead of a payment: the page of a step, for a frame of the shop. */
export const instructionBody = ({ id, step }: Question, pages: string) => ({
  id,
  status: pendingStatus(step),
  timeout: LIFE_S,
  target: { element: 'IFRAME', visible: step === 'challenge', width: 600, height: 400 },
  http: { method: 'POST', url: `${pages}/gateway/three-ds/${step}`, body: { id } },
});

/** The same payment as a search tells of it. */
export const pendingBody = ({ request, paymentId, step, token }: Question) => ({
  id: paymentId,
  site_transaction_id: request.site_transaction_id,
  payment_method_id: request.payment_method_id,
  amount: request.amount,
  currency: request.currency.toLowerCase(),
  status: pendingStatus(step),
  status_details: null,
  bin: token.bin,
  installments: request.installments,
});

const pendingStatus = (step: Question['step']) => (step === 'challenge' ? 'CHALLENGE PENDING' : 'FINGERPRINT PENDING');
