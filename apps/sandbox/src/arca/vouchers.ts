import { randomInt } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { type Remark, voucherTypeOf } from './codes.ts';
import { addDays } from './days.ts';
import type { Detail } from './detail.ts';

/** An authorised voucher; class B may have one for several numbers. */
export interface Voucher {
  readonly pointOfSale: number;
  readonly type: number;
  readonly from: number;
  readonly to: number;
  /** `yyyymmdd`. */
  readonly date: string;
  readonly cae: string;
  readonly caeExpiresOn: string;
  /** `yyyymmddhhmmss`. */
  readonly processedAt: string;
  readonly observations: readonly Remark[];
  readonly detail: Detail;
}

/** The series in which numbers are consecutive. */
interface Pair {
  readonly pointOfSale: number;
  readonly type: number;
}

const CAE_LIFE_DAYS = 10;

/** All authorised vouchers, in memory and, when a journal is named, in a file: a shop's database outlives a sandbox. */
export class Vouchers {
  readonly #journal: string | undefined;
  #all: Voucher[] = [];
  readonly #last = new Map<string, Voucher>();
  readonly #byNumber = new Map<string, Voucher>();
  /** What credit notes took off a voucher, in cents. */
  readonly #credited = new Map<string, number>();

  constructor(journal?: string) {
    this.#journal = journal;
    if (journal === undefined || !existsSync(journal)) return;
    for (const line of readFileSync(journal, 'utf8').split('\n')) if (line !== '') this.#remember(JSON.parse(line) as Voucher);
  }

  newestFirst = (): Voucher[] => [...this.#all].reverse();

  lastOf = (pair: Pair): Voucher | undefined => this.#last.get(pairKey(pair));

  lastNumberOf = (pair: Pair): number => this.lastOf(pair)?.to ?? 0;

  find = (pair: Pair, number: number): Voucher | undefined => this.#byNumber.get(numberKey(pair, number));

  creditedOf = (voucher: Voucher): number => this.#credited.get(numberKey(voucher, voucher.from)) ?? 0;

  authorise(
    pair: Pair,
    detail: Detail,
    { date, processedAt, observations }: Pick<Voucher, 'date' | 'processedAt' | 'observations'>,
  ): Voucher {
    const voucher: Voucher = {
      pointOfSale: pair.pointOfSale,
      type: pair.type,
      from: detail.CbteDesde,
      to: detail.CbteHasta,
      date,
      cae: `86${String(randomInt(10 ** 12)).padStart(12, '0')}`,
      caeExpiresOn: addDays(date, CAE_LIFE_DAYS),
      processedAt,
      observations,
      detail,
    };
    this.#remember(voucher);
    if (this.#journal !== undefined) appendFileSync(this.#journal, `${JSON.stringify(voucher)}\n`);
    return voucher;
  }

  /** The journal stays: it belongs to who named it. */
  forget() {
    this.#all = [];
    for (const index of [this.#last, this.#byNumber, this.#credited]) index.clear();
  }

  #remember(voucher: Voucher) {
    this.#all.push(voucher);
    this.#last.set(pairKey(voucher), voucher);
    for (let number = voucher.from; number <= voucher.to; number += 1) this.#byNumber.set(numberKey(voucher, number), voucher);
    if (voucherTypeOf(voucher.type)?.kind !== 'credit') return;
    for (const { Tipo, PtoVta, Nro } of voucher.detail.CbtesAsoc ?? []) {
      const adjusted = numberKey({ pointOfSale: PtoVta, type: Tipo }, Nro);
      this.#credited.set(adjusted, (this.#credited.get(adjusted) ?? 0) + voucher.detail.ImpTotal);
    }
  }
}

const pairKey = ({ pointOfSale, type }: Pair) => `${pointOfSale}-${type}`;
const numberKey = (pair: Pair, number: number) => `${pairKey(pair)}-${number}`;
