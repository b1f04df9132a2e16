import type { NumberedDocument, Series } from '../../src/bills/fiscal-pack.ts';

export interface Numbered extends Series {
  readonly number: number;
  readonly amount: number;
  readonly code: string;
  /** `YYYY-MM-DD`. */
  readonly expiresOn: string;
}

/** The calls of a pretended authority; each may break off. */
export interface Dgi {
  /** Numbers a document; the last number of its series when this is not the next one. */
  number: (asked: NumberedDocument) => Promise<Numbered | { readonly last: number }>;
  find: (series: Series, number: number) => Promise<Numbered | null>;
  last: (series: Series) => Promise<number>;
}

/** One in memory, whose answers can be lost. */
export class PretendedDgi implements Dgi {
  readonly documents: Numbered[] = [];
  /** So many next documents are numbered, and the answer does not arrive. */
  loses = 0;

  async number({ issuer, pointOfSale, typeCode, number, amount }: NumberedDocument) {
    const series = { issuer, pointOfSale, typeCode };
    const last = await this.last(series);
    if (number !== last + 1) return { last };
    const numbered = { ...series, number, amount, code: `9${String(this.documents.length).padStart(10, '0')}`, expiresOn: '2040-01-01' };
    this.documents.push(numbered);
    if (this.loses > 0) {
      this.loses -= 1;
      throw new Error('the connection broke');
    }
    return numbered;
  }

  async find(series: Series, number: number) {
    return this.#of(series).find((document) => document.number === number) ?? null;
  }

  async last(series: Series) {
    return this.#of(series).length;
  }

  #of({ issuer, pointOfSale, typeCode }: Series) {
    return this.documents.filter(
      (document) => document.issuer === issuer && document.pointOfSale === pointOfSale && document.typeCode === typeCode,
    );
  }
}
