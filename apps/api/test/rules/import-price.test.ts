import { describe, expect, test } from 'vitest';
import { type PriceRefusal, readPrice } from '../../src/catalogue/import/understand/price.ts';

const ars = { currency: 'ARS', language: 'es-AR' };
const read = (value: unknown, context: Partial<Parameters<typeof readPrice>[1]> = {}) => readPrice(value, { ...ars, ...context });

/** The same numbers every run (mulberry32). */
function randomly(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe('one number with at most one currency is a price', () => {
  test.each<[unknown, number]>([
    [1500, 150_000],
    [1500.5, 150_050],
    [0, 0],
    ['1500', 150_000],
    ['1500.00', 150_000],
    ['1.500,00', 150_000],
    ['1,500.00', 150_000],
    ['$ 1.500', 150_000],
    ['$1.500.-', 150_000],
    ['1.500,-', 150_000],
    ['ARS 1.500', 150_000],
    ['1 500 pesos', 150_000],
    ["1'500.50", 150_050],
    ['AR$ 1.234.567,89', 123_456_789],
    ['１,５００.５０', 150_050],
    ['Entrada general: $ 1.500 c/u', 150_000],
    ['1500 pesos por persona', 150_000],
    ['0.50', 50],
    ['10000000000', 1_000_000_000_000],
  ])('%j', (text, amount) => expect(read(text)).toEqual({ amount }));

  test('what a mark is, its language says where the digits do not', () => {
    expect(read('1.500')).toEqual({ amount: 150_000 });
    expect(read('1,500', { language: 'en' })).toEqual({ amount: 150_000 });
    expect(read('1.500', { language: 'en', currency: 'USD' })).toEqual({ amount: 150 });
    expect(read('1.525', { language: 'en', currency: 'USD' })).toEqual({ refused: 'too many decimals' });
    expect(read('1.500', { language: 'en', currency: 'CLP' })).toEqual({ amount: 150_000 });
    expect(read('1,500', { language: 'de', currency: 'JPY' })).toEqual({ amount: 150_000 });
  });
});

describe('anything else has a name', () => {
  test.each<[unknown, PriceRefusal]>([
    ['1500 - 3000', 'range'],
    ['$ 1.500 a $ 3.000', 'range'],
    ['10/20', 'range'],
    ['desde 1500', 'from-price'],
    ['a partir de R$ 15', 'from-price'],
    ['500+', 'from-price'],
    ['ab 15', 'from-price'],
    ['3,000円から', 'from-price'],
    ['2x1', 'multi-buy'],
    ['3 x $1000', 'multi-buy'],
    ['2 por 1000', 'multi-buy'],
    ['50%', 'percentage'],
    ['20 % off 1500', 'percentage'],
    ['-1500', 'negative'],
    ['$ -1500', 'negative'],
    [-1, 'negative'],
    ['1500 2000', 'several'],
    ['gratis', 'free'],
    ['無料', 'free'],
    ['a confirmar', 'none'],
    ['.', 'none'],
    ['', 'none'],
    [null, 'none'],
    [Number.NaN, 'none'],
    ['US$ 15 €', 'two currencies'],
    ['€ 15', 'other currency'],
    ['15 USD', 'other currency'],
    [15.125, 'too many decimals'],
    ['15,1255', 'too many decimals'],
    ['1.50.000', 'ambiguous'],
    ['1,500.00.00', 'ambiguous'],
    ['10000000000.01', 'too much'],
    [1e21, 'too much'],
    ['1500 + cargo por servicio', 'from-price'],
    ['fila 5', 'words'],
  ])('%j: %s', (text, refused) => expect(read(text)).toEqual({ refused }));

  test('its currency counts, and the one that stands beside it', () => {
    expect(read('15', { priceCurrency: 'ARS' })).toEqual({ amount: 1500 });
    expect(read('15', { priceCurrency: 'EUR' })).toEqual({ refused: 'other currency' });
    expect(read(15, { priceCurrency: 'EUR' })).toEqual({ refused: 'other currency' });
    expect(read('US$ 15', { priceCurrency: 'ARS' })).toEqual({ refused: 'two currencies' });
    expect(read('$ 15', { currency: 'USD', language: 'en', priceCurrency: 'USD' })).toEqual({ amount: 1500 });
  });
});

const LANGUAGES = [
  {
    language: 'es-AR',
    currency: 'ARS',
    marks: ['$', 'ARS', 'pesos', 'AR$'],
    around: ['{} c/u', 'Entrada: {}', 'Precio final {}', '{} por persona'],
  },
  {
    language: 'en-US',
    currency: 'USD',
    marks: ['$', 'USD', 'US$', 'dollars'],
    around: ['{} per person', 'Price: {}', 'only {}', '{} each'],
  },
  { language: 'pt-BR', currency: 'BRL', marks: ['R$', 'BRL', 'reais'], around: ['{} por pessoa', 'Preço: {}', 'só {}'] },
  { language: 'de-DE', currency: 'EUR', marks: ['€', 'EUR', 'Euro'], around: ['Preis {}', '{} pro Person', 'nur {}'] },
  { language: 'ja-JP', currency: 'JPY', marks: ['¥', '円', 'JPY'], around: ['{}', '{} (税込)'] },
] as const;
const RUNS = 20_000;

test('every well-formed price of five languages is read back, and no text with two numbers is ever a price', () => {
  const random = randomly(40);
  const pick = <Value>(list: readonly Value[]): Value => list[Math.floor(random() * list.length)] as Value;
  for (let run = 0; run < RUNS; run++) {
    const { language, currency, marks, around } = pick(LANGUAGES);
    const decimals = currency === 'JPY' ? 0 : pick([0, 2]);
    const written = () => {
      const units = Math.floor(10 ** (random() * 7)) + (decimals ? Math.floor(random() * 100) / 100 : 0);
      const format = new Intl.NumberFormat(language, { minimumFractionDigits: decimals, useGrouping: pick(['always', false]) });
      return { units, digits: format.format(units) };
    };
    const { units, digits } = written();
    const mark = pick(['', ...marks]);
    const text = pick(around).replace(
      '{}',
      pick([`${mark} ${digits}`, `${digits} ${mark}`, `${mark}${digits}`].map((each) => each.trim())),
    );
    const context = { currency, language };
    expect(readPrice(text, context), `${language} ${text}`).toEqual({ amount: Math.round(units * 100) });
    const second = written().digits;
    const two = text.replace(
      digits,
      `${digits}${pick([' - ', ' / ', ' a ', ' to ', ' bis ', ' até ', '〜', ' x ', '; ', ' + ', ' y '])}${second}`,
    );
    expect(readPrice(two, context), `${language} ${two}`).not.toHaveProperty('amount');
    const none = text.replace(digits, '');
    expect(readPrice(none, context), none).not.toHaveProperty('amount');
  }
});
