/** What money came by, or went back by. */
interface PaidPart {
  readonly by: string;
  readonly amount: number;
}

/** The contents of a printed bill or credit note, whatever country's pack made it; amounts in minor units, taxes included unless said. */
export interface BillSheet {
  readonly kind: 'bill' | 'credit_note';
  /** What stands in the box at the top: its letter, and the authority's code of its type ("COD. 06"). */
  readonly letter: string;
  readonly typeCode: number;
  readonly pointOfSale: number;
  readonly number: number;
  /** `YYYY-MM-DD`. */
  readonly issuedOn: string;
  readonly issuer: {
    readonly legalName: string;
    readonly tradeName: string;
    readonly address: string;
    /** As printed: `30-71000000-7`. */
    readonly taxId: string;
    readonly grossIncomeId: string;
    /** `YYYY-MM-DD`. */
    readonly activitySince: string;
    /** "IVA Responsable Inscripto". */
    readonly condition: string;
  };
  readonly receiver: {
    /** "Consumidor final" has no name below the amount from which the law asks for one. */
    readonly name: string | null;
    /** As printed: `DNI 30.111.222`, `CUIT 20-26756539-3`; null where nobody had to say who they are. */
    readonly document: string | null;
    readonly condition: string;
    readonly address: string | null;
  };
  /** When what is billed is given: first and last day, and when it is due. Null for goods alone. */
  readonly service: { readonly from: string; readonly to: string; readonly dueOn: string } | null;
  /** How it was paid, as people say it. */
  readonly paidBy: readonly PaidPart[];
  readonly lines: readonly {
    readonly text: string;
    /** Second line: when, where, which places; null for none. */
    readonly detail: string | null;
    readonly quantity: number;
    /** Basis points; null where it is exempt. */
    readonly taxRate: number | null;
    /** Of one and of all; before taxes where the type lists them so (`taxesApart`). Negative for discounts. */
    readonly unitAmount: number;
    readonly amount: number;
  }[];
  /** Bills to taxpayers (A) list what things cost before taxes, and the taxes apart. */
  readonly taxesApart: boolean;
  readonly net: number;
  readonly exempt: number;
  readonly taxes: readonly { readonly rate: number; readonly base: number; readonly amount: number }[];
  readonly total: number;
  /** Law 27.743: taxes that are contained in what a consumer pays; null where they stand apart or none are listed. */
  readonly contained: { readonly vat: number; readonly others: number } | null;
  /** What a credit note takes back. */
  readonly credits: { readonly letter: string; readonly pointOfSale: number; readonly number: number; readonly issuedOn: string } | null;
  /** Sentences that the law asks for, at the foot. */
  readonly legends: readonly string[];
  readonly authorisation: { readonly name: string; readonly code: string; readonly expiresOn: string };
  /** What the fiscal QR holds. */
  readonly qr: string;
  /** For people: `7KM-4PX-9TH`. */
  readonly orderNumber: string;
}
