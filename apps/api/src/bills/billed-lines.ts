import type { PurchaseTotals } from '@butaca/contract';
import type { Quote } from '../catalogue/index.ts';
import { billTexts as t } from '../texts/index.ts';
import type { BillAccount, BillLine } from './fiscal-pack.ts';

type Component = Omit<Quote['components'][number], 'taxRate'> & { readonly taxRate?: number };
type Quoted = Omit<Quote, 'components'> & { readonly components: readonly Component[] };

/** What of `purchase.priced` is billed, as the pricing function left it; amounts in minor units. */
export interface SoldGoods {
  readonly tickets: readonly {
    readonly performanceId: number;
    readonly sectorName: string;
    readonly priceTypeName: string;
    readonly promotion?: { readonly name: string };
    readonly quote: Quoted;
  }[];
  readonly products?: readonly {
    readonly name: string;
    readonly variantName: string | null;
    readonly quantity: number;
    readonly quote: Quoted;
  }[];
  readonly totals: PurchaseTotals;
  readonly deliveryTaxRate?: number;
}

/** How a performance and a delivery are called on a bill. */
export interface BillNames {
  /** `Hamlet`, and `viernes 27 de noviembre de 2026, 20:30, Teatro Ópera`. */
  readonly performance: (id: number) => { readonly show: string; readonly when: string };
  readonly delivery: string | null;
}

const ACCOUNTS = { ticket: 'tickets', service: 'service_charge', anti_fraud_qr: 'anti_fraud_qr', discount: 'discounts' } as const;

/**
 * What was sold, by reason and tax class: equal things are one line, so that a unit times its quantity is the line's amount. Charges and
 * discounts follow the tickets of their performance.
 */
export function billedLines(sold: SoldGoods, names: BillNames, financingTaxRate: number): BillLine[] {
  const lines = new Map<string, BillLine>();
  const add = (line: BillLine) => {
    const { account, performanceId, text, detail, taxRate } = line;
    const key = JSON.stringify([account, performanceId, text, detail, taxRate, line.amount / line.quantity]);
    const before = lines.get(key);
    lines.set(key, before ? { ...before, quantity: before.quantity + line.quantity, amount: before.amount + line.amount } : line);
  };
  for (const { performanceId, sectorName, priceTypeName, promotion, quote } of sold.tickets) {
    const { show, when } = names.performance(performanceId);
    for (const component of quote.components) {
      if (component.amount === 0) continue;
      const account = ACCOUNTS[component.kind];
      add({
        ...{ account, performanceId, quantity: 1, taxRate: taxRateOf(component), amount: component.amount },
        text: account === 'discounts' && promotion ? t('line.promotion', { promotion: promotion.name }) : t(`line.${account}`, { show }),
        detail: account === 'tickets' ? t('line.ticketDetail', { when, sector: sectorName, priceType: priceTypeName }) : show,
      });
    }
  }
  for (const { name, variantName, quantity, quote } of sold.products ?? []) {
    const [component] = quote.components;
    if (!component || component.amount === 0) continue;
    const text = [name, variantName].filter(Boolean).join(', ');
    add({
      account: 'products',
      performanceId: null,
      text,
      detail: null,
      quantity,
      taxRate: taxRateOf(component),
      amount: component.amount,
    });
  }
  const { delivery, financing = 0 } = sold.totals;
  const alone = { performanceId: null, detail: null, quantity: 1 };
  if (delivery > 0)
    add({ ...alone, account: 'delivery', text: names.delivery ?? t('line.delivery'), taxRate: deliveryRate(sold), amount: delivery });
  if (financing > 0) add({ ...alone, account: 'financing', text: t('line.financing'), taxRate: financingTaxRate, amount: financing });
  return [...lines.values()].toSorted(byPerformanceAndReason);
}

const ORDER: readonly BillAccount[] = ['tickets', 'discounts', 'service_charge', 'anti_fraud_qr', 'products', 'delivery', 'financing'];

const byPerformanceAndReason = (a: BillLine, b: BillLine): number =>
  (a.performanceId ?? Number.MAX_SAFE_INTEGER) - (b.performanceId ?? Number.MAX_SAFE_INTEGER) ||
  ORDER.indexOf(a.account) - ORDER.indexOf(b.account);

/** Rates of value-added tax in Argentina, in basis points. */
const RATES = [0, 250, 500, 1050, 2100, 2700];

/** Of what was priced before rates were kept with amounts: the rate that is nearest to what its net says. */
function taxRateOf({ amount, net, taxRate }: Pick<Component, 'amount' | 'net' | 'taxRate'>): number {
  if (taxRate !== undefined) return taxRate;
  const off = (rate: number) => Math.abs(amount - (net * (10_000 + rate)) / 10_000);
  return RATES.toSorted((a, b) => off(a) - off(b))[0] as number;
}

function deliveryRate({ deliveryTaxRate, totals, tickets, products = [] }: SoldGoods): number {
  const others = [...tickets, ...products].reduce((sum, { quote }) => sum + quote.net, 0);
  return deliveryTaxRate ?? taxRateOf({ amount: totals.delivery, net: totals.net - others });
}

/** What went back, as the ledger has it; minor units. */
export interface ReturnedPart {
  readonly account: string;
  readonly performanceId: number | null;
  readonly amount: number;
}

interface Credited {
  readonly bill: readonly BillLine[];
  /** Of earlier credit notes of the bill. */
  readonly before: readonly BillLine[];
  readonly parts: readonly ReturnedPart[];
  /** How many tickets of a performance went back. */
  readonly ticketCounts: ReadonlyMap<number, number>;
}

/**
 * What a credit note takes back, by reason and tax class. Where one reason was billed by several classes, each has its share of what is left
 * of the bill, so that parts come to the whole. What fits no class of its own reason is shared among all that are left.
 */
export function creditedLines({ bill, before, parts, ticketCounts }: Credited): BillLine[] {
  const left = leftOf(bill, before);
  const amount = parts.reduce((sum, part) => sum + part.amount, 0);
  const taken = parts.flatMap((part) =>
    shared(
      part.amount,
      left.filter((line) => isSameReason(line, part)),
    ),
  );
  const lines = sumOf(taken) === amount && isWithin(taken, left) ? taken : shared(amount, oneByRate(left));
  return lines
    .filter((line) => line.amount !== 0)
    .map((line) => {
      const count = line.account === 'tickets' && line.performanceId !== null ? (ticketCounts.get(line.performanceId) ?? 1) : 1;
      return { ...line, quantity: count > 0 && line.amount % count === 0 ? count : 1 };
    });
}

/** What of each reason and tax class of a bill was not credited. */
function leftOf(bill: readonly BillLine[], before: readonly BillLine[]): BillLine[] {
  const bucketOf = ({ account, performanceId, taxRate }: BillLine) => `${account} ${performanceId} ${taxRate}`;
  const credited = Map.groupBy(before, bucketOf);
  return [...Map.groupBy(bill, bucketOf)].map(([bucket, lines]) => {
    const [first] = lines as [BillLine, ...BillLine[]];
    const detail = lines.every((line) => line.detail === first.detail) ? first.detail : null;
    return { ...first, detail, quantity: 1, amount: sumOf(lines) - sumOf(credited.get(bucket) ?? []) };
  });
}

const isSameReason = (line: BillLine, part: ReturnedPart): boolean =>
  line.account === part.account && line.performanceId === part.performanceId;

/** An amount divided among lines of one sign in proportion to theirs, to the last cent. */
function shared(amount: number, lines: readonly BillLine[]): BillLine[] {
  let shareLeft = amount;
  let wholeLeft = sumOf(lines);
  return lines.map((line, index) => {
    const isLast = index === lines.length - 1;
    const share = isLast || wholeLeft === 0 ? (isLast ? shareLeft : 0) : Math.round((shareLeft * line.amount) / wholeLeft);
    shareLeft -= share;
    wholeLeft -= line.amount;
    return { ...line, amount: share };
  });
}

/** No tax class gives back less than nothing, or more than was billed of it. */
function isWithin(lines: readonly BillLine[], left: readonly BillLine[]): boolean {
  const byRate = Map.groupBy(left, ({ taxRate }) => taxRate);
  return [...Map.groupBy(lines, ({ taxRate }) => taxRate)].every(([rate, some]) => {
    const sum = sumOf(some);
    return sum >= 0 && sum <= sumOf(byRate.get(rate) ?? []);
  });
}

/** The tax classes of which something is left, whatever it was for. */
const oneByRate = (left: readonly BillLine[]): BillLine[] =>
  [...Map.groupBy(left, ({ taxRate }) => taxRate).values()]
    .map((lines) => ({ ...(lines[0] as BillLine), text: t('line.returned'), detail: null, amount: sumOf(lines) }))
    .filter(({ amount }) => amount > 0);

const sumOf = (lines: readonly Pick<BillLine, 'amount'>[]): number => lines.reduce((sum, { amount }) => sum + amount, 0);
