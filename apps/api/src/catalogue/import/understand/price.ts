import { minorUnits } from '../file-values.ts';

/** What a text says instead of a price; docs/import.md has a sentence for each. */
export type PriceRefusal =
  | 'none'
  | 'free'
  | 'several'
  | 'range'
  | 'from-price'
  | 'multi-buy'
  | 'percentage'
  | 'negative'
  | 'two currencies'
  | 'other currency'
  | 'too many decimals'
  | 'ambiguous'
  | 'too much'
  | 'words';

export type ReadPrice = { readonly amount: number } | { readonly refused: PriceRefusal };

export interface PriceContext {
  /** Ours, an ISO code: prices in another are refused. */
  readonly currency: string;
  /** That the publisher names beside the price. */
  readonly priceCurrency?: string | undefined;
  /** BCP 47; decides what `1.500` is. */
  readonly language: string;
}

/** In units of the currency. */
const MOST = 10_000_000_000;

/**
 * A published price in minor units: exactly one number with at most one currency, and no word that makes it something else. A number of
 * JSON has its decimals after a point; in a text its groups of digits say which mark is which, and where both are possible the language does.
 */
export function readPrice(value: unknown, context: PriceContext): ReadPrice {
  if (typeof value === 'number') return ofNumber(value, context);
  if (typeof value !== 'string') return { refused: 'none' };
  const text = value.normalize('NFKC').toLowerCase().replace(UNSPACED, ' $& ').trim();
  const words = wordsOf(text.replace(NUMBER, ' '));
  const numbers = [...text.matchAll(NUMBER)].map(([digits]) => digits);
  const refused = refusalOf(text, { words, numbers }) ?? refusalOfCurrency(text, words, context);
  if (refused) return { refused };
  return ofText(numbers[0] ?? '', context);
}

/** Digits with marks between them; a space only before three. */
const NUMBER = /\d+(?:[.,'’]\d+|[ \u00a0\u202f]\d{3}(?!\d))*/g;

/** Words of a language that puts no spaces between them. */
const UNSPACED = /円|元|枚|から|以上|より|まで|以下|税込|割引|無料/g;

/** Words of letters, and signs. */
const wordsOf = (text: string): string[] => text.match(/\p{L}[\p{L}\p{M}.$/]*|[^\p{L}\s.,;:()!¡¿?*]/gu) ?? [];

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const FREE = wordSet('gratis gratuito gratuita grátis libre franca free kostenlos frei 無料');
const FROM = wordSet(
  'desde partir from starting ab à min mín mínimo minimum 以上 から より + hasta up bis até max máx máximo maximum 以下 まで < > ≥ ≤ ~ 〜 ca aprox circa',
);
const TIMES = wordSet('x × por for für je pack combo 枚');
const RANGE = wordSet('- – — ~ 〜 a al to bis até hasta y e and und o or ou oder / から');
const PERCENT = wordSet('% prozent percent porciento 割引 off descuento desconto discount rabatt');
/** Beside a price they change nothing. */
const FILLERS = wordSet(
  'precio price preis preço valor total final entrada entradas ticket tickets ingresso general karte solo sólo only nur só cada c/u una uno each per person pro persona pessoa p/p pp p.p la el de 税込',
);

interface Parts {
  readonly words: readonly string[];
  readonly numbers: readonly string[];
}

function refusalOf(text: string, { words, numbers }: Parts): PriceRefusal | undefined {
  const has = (set: ReadonlySet<string>) => words.some((word) => set.has(word) || set.has(word.replace(/\.$/, '')));
  if (numbers.length === 0) return has(FREE) ? 'free' : 'none';
  if (has(PERCENT)) return 'percentage';
  if (numbers.length > 1) return has(TIMES) ? 'multi-buy' : has(RANGE) ? 'range' : 'several';
  if (/(^|[^\d.,])[-−–]\s*(\p{Sc}\s*)?\d/u.test(text) || /^\(.*\)$/.test(text)) return 'negative';
  if (has(FROM)) return 'from-price';
  if (has(TIMES) && !/\bpor (persona|pessoa|entrada)\b/.test(text)) return 'multi-buy';
  return undefined;
}

const PESOS = ['ARS', 'CLP', 'MXN', 'COP', 'UYU', 'DOP', 'CUP', 'PHP'];
const DOLLARS = ['USD', 'CAD', 'AUD', 'NZD', 'HKD', 'SGD', 'TWD'];
/** Signs and words, and what each may stand for. */
const NAMES: readonly (readonly [codes: readonly string[], names: string])[] = [
  [[...PESOS, ...DOLLARS], '$'],
  [PESOS, 'peso pesos'],
  [DOLLARS, 'dollar dollars'],
  [['ARS'], 'ar$'],
  [['USD'], 'us$ u$s u$d usd$ dólar dólares dolares'],
  [['EUR'], '€ euro euros'],
  [['GBP'], '£ libras pounds'],
  [['BRL'], 'r$ real reais reales'],
  [['JPY', 'CNY'], '¥'],
  [['JPY'], '円 yen'],
  [['CNY'], '元'],
  [['PYG'], '₲ gs gs. guaraní guaraníes guaranies'],
  [['PEN'], 's/ s/. soles'],
  [['BOB'], 'bs bs. bolivianos'],
  [['CHF'], 'fr fr. franken'],
  [['KRW'], '₩ 원'],
  [['INR'], '₹'],
  [['TRY'], '₺'],
  [['CLP'], 'clp$'],
  [['MXN'], 'mx$'],
];
const CURRENCIES = new Map(NAMES.flatMap(([codes, names]) => names.split(' ').map((name) => [name, codes] as const)));
const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

function refusalOfCurrency(text: string, words: readonly string[], { currency, priceCurrency }: PriceContext): PriceRefusal | undefined {
  const meanings: (readonly string[])[] = priceCurrency ? [[priceCurrency.trim().toUpperCase()]] : [];
  for (const word of words) {
    const code = word.replace(/[.$]$/, '').toUpperCase();
    const found = CURRENCIES.get(word) ?? (CODES.has(code) ? [code] : undefined);
    if (found) meanings.push(found);
    else if (!FILLERS.has(word.replace(/\.$/, '')) && !TIMES.has(word) && !isPunctuation(word, text)) return 'words';
  }
  const [first, ...others] = meanings;
  if (!first) return undefined;
  const common = first.filter((code) => others.every((each) => each.includes(code)));
  if (common.length === 0) return 'two currencies';
  return common.includes(currency) ? undefined : 'other currency';
}

/** `1.500,-`, quotes, an apostrophe. */
const isPunctuation = (word: string, text: string) => /^["'’“”«»]$/.test(word) || (/^[-–—]$/.test(word) && /\d[.,]?\s?[-–—]+$/.test(text));

const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

function ofNumber(value: number, { currency, priceCurrency }: PriceContext): ReadPrice {
  if (!Number.isFinite(value)) return { refused: 'none' };
  if (priceCurrency && priceCurrency.trim().toUpperCase() !== currency) return { refused: 'other currency' };
  if (value < 0) return { refused: 'negative' };
  if (value > MOST) return { refused: 'too much' };
  const [whole = '0', decimals = ''] = String(value).split('.');
  return amountOf({ whole, decimals }, currency);
}

interface Digits {
  readonly whole: string;
  readonly decimals: string;
}

function amountOf({ whole, decimals }: Digits, currency: string): ReadPrice {
  const said = decimals.replace(/0+$/, '');
  if (/e/i.test(whole + decimals) || said.length > decimalsOf(currency)) return { refused: 'too many decimals' };
  const amount = Number(`${whole}.${said || '0'}`);
  return amount > MOST ? { refused: 'too much' } : { amount: minorUnits(amount) };
}

/** The mark of decimals where a language is read. */
const decimalMark = (language: string): '.' | ',' =>
  new Intl.NumberFormat(language).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value === '.' ? '.' : ',';

function ofText(number: string, { currency, language }: PriceContext): ReadPrice {
  const groups = number.split(/[^\d]/);
  const marks = number.replace(/\d/g, '');
  const kinds = new Set(marks);
  const last = groups.at(-1) ?? '';
  const isGrouped = (parts: readonly string[]) =>
    parts.length === 1 || (/^[1-9]\d{0,2}$/.test(parts[0] ?? '') && parts.slice(1).every((part) => part.length === 3));
  const whole = (parts: readonly string[]) => ({ whole: parts.join(''), decimals: '' });
  if (marks === '') return amountOf(whole(groups), currency);
  if (kinds.size === 1 && (marks.length > 1 || !/[.,]/.test(marks)))
    return isGrouped(groups) ? amountOf(whole(groups), currency) : { refused: 'ambiguous' };
  if (kinds.size === 1) {
    const mayGroup = isGrouped(groups);
    const mayBeDecimals = last.length <= Math.max(decimalsOf(currency), 2) || /^0+$/.test(groups[0] ?? '');
    if (mayGroup && (decimalsOf(currency) === 0 || marks !== decimalMark(language))) return amountOf(whole(groups), currency);
    return mayBeDecimals || mayGroup || last.length > 3
      ? amountOf({ whole: groups[0] ?? '', decimals: last }, currency)
      : { refused: 'ambiguous' };
  }
  // The last mark is that of the decimals, and stands once.
  const before = marks.slice(0, -1);
  if (kinds.size > 2 || before.includes(marks.at(-1) ?? '') || !/[.,]$/.test(marks) || !isGrouped(groups.slice(0, -1)))
    return { refused: 'ambiguous' };
  return amountOf({ whole: groups.slice(0, -1).join(''), decimals: last }, currency);
}
