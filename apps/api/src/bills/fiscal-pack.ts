import type { BillKind, BillProblem, BillReceiver } from '@butaca/contract';
import type { CsvCell } from '@butaca/contract/csv';
import type { BillSheet } from '../orders/index.ts';

/**
 * What one country's tax office asks for, behind one interface: the engine (`issue-bills.ts`) knows numbers, retries and crashes, a pack knows
 * the law and the wire (docs/adding-a-fiscal-pack.md).
 */
export interface FiscalPack {
  readonly name: string;
  /** Of the issuer, who cannot be the receiver of its own bill. */
  readonly issuerTaxId: string;
  /** Total in minor units from which on a bill has to name its final consumer; null where the law has no such limit. */
  readonly namedFrom: number | null;
  /** Makes the document for an order; makes no calls. Throws `CannotBill` for what the authority would reject. */
  readonly draft: (order: BilledOrder) => FiscalDocument;
  /** The same to take some of a bill back. */
  readonly credit: (part: CreditedPart, bill: AuthorisedBill) => FiscalDocument;
  /** The day on which a document is issued now, `YYYY-MM-DD`. */
  readonly today: (now: Temporal.Instant) => string;
  /** Asks for a number, and says what became of it. */
  readonly authorise: (asked: NumberedDocument) => Promise<AuthorityAnswer>;
  /** What the authority knows of a number that was asked for. */
  readonly recover: (asked: NumberedDocument) => Promise<Recovered>;
  /** The last number of a series, 0 for none. */
  readonly lastNumber: (series: Series) => Promise<{ readonly number: number } | Unavailable>;
  /** What the accountant's file of a month says of each document. */
  readonly books: { readonly columns: readonly string[]; readonly row: (bill: AuthorisedBill) => readonly CsvCell[] };
  readonly print: (bill: AuthorisedBill, facts: PrintedFacts) => BillSheet;
}

/** Whose numbers are consecutive: each type of document of a point of sale. */
export interface Series {
  readonly issuer: string;
  readonly pointOfSale: number;
  readonly typeCode: number;
}

/** One reason of a bill, by tax class; amounts in minor units, taxes included. */
export interface BillLine {
  readonly account: BillAccount;
  /** Of tickets and what is charged with them; null for the rest. */
  readonly performanceId: number | null;
  readonly text: string;
  readonly detail: string | null;
  readonly quantity: number;
  /** Basis points; 0 is exempt. */
  readonly taxRate: number;
  /** Of all of them; less than nothing for a discount. */
  readonly amount: number;
}

/** The accounts of the ledger that sales are booked on. */
export type BillAccount = 'tickets' | 'service_charge' | 'anti_fraud_qr' | 'discounts' | 'products' | 'delivery' | 'financing';

export interface BilledOrder {
  readonly lines: readonly BillLine[];
  /** Their sum. */
  readonly amount: number;
  /** Whom it is to be made out to; null for a final consumer who did not say. */
  readonly receiver: BillReceiver | null;
  /** The account that bought, as a final consumer, for bills that have to name one; null at a counter, and once the account is erased. */
  readonly buyer: BillReceiver | null;
  /** First and last day of what is sold, `YYYY-MM-DD`; null for goods alone. */
  readonly service: { readonly from: string; readonly to: string } | null;
  readonly hasGoods: boolean;
}

/** Money of a billed order that went back. */
export interface CreditedPart {
  readonly lines: readonly BillLine[];
  readonly amount: number;
}

/** What is asked for, but for its number and day: what every pack has, and what only its own `content` knows. */
export interface FiscalDocument extends Series {
  readonly kind: BillKind;
  /** Before the number where people quote it; empty where there is none. */
  readonly letter: string;
  readonly lines: readonly BillLine[];
  readonly amount: number;
  /** As staff read it. */
  readonly receiverText: string;
  readonly content: unknown;
}

export interface NumberedDocument extends FiscalDocument {
  readonly number: number;
  readonly issuedOn: string;
  /** How often this number was asked for, this time included. */
  readonly sends: number;
}

export interface AuthorisedBill extends NumberedDocument {
  readonly authorisation: string;
  readonly authorisationExpires: string;
}

export interface Authorised {
  readonly result: 'authorised';
  readonly authorisation: string;
  readonly expiresOn: string;
  /** Of what it approved nevertheless. */
  readonly observations: readonly BillProblem[];
}

/** Nothing was done: the number is free. */
export interface Unavailable {
  readonly result: 'unavailable';
  readonly trouble: string;
}

export type AuthorityAnswer =
  | Authorised
  /** A person has to correct something; the number is free. */
  | { readonly result: 'refused'; readonly problems: readonly BillProblem[] }
  /** Not the next one of its series: the number has to be asked for. */
  | { readonly result: 'out_of_order'; readonly trouble: string }
  | Unavailable
  /** The answer was lost: it may have been authorised. */
  | { readonly result: 'unknown'; readonly trouble: string };

export type Recovered =
  | Authorised
  /** It was not authorised, and `lastNumber` is the last one that was. */
  | { readonly result: 'not_there'; readonly lastNumber: number }
  /** Its number is of a document that is not ours. */
  | { readonly result: 'of_another'; readonly lastNumber: number }
  | Unavailable;

export interface PrintedFacts {
  /** For people: `7KM-4PX-9TH`. */
  readonly orderNumber: string;
  readonly paidBy: BillSheet['paidBy'];
  /** What a credit note takes back. */
  readonly credits: NumberedDocument | null;
}

/** A document that the authority would refuse, found before it is asked; each problem names its field. */
export class CannotBill extends Error {
  readonly problems: readonly BillProblem[];

  constructor(problems: readonly BillProblem[]) {
    super(problems.map(({ message }) => message).join('; '));
    this.problems = problems;
  }
}
