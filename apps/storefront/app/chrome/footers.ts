import type { FooterVariant, FooterVariants } from './footer-variants.ts';

const THIRDS = '1fr 1.5fr 1fr';
const HALVES = '1fr 1fr';

const variants: Readonly<Record<number, FooterVariant>> = {
  1: {
    areas: ['newsletter newsletter newsletter', 'house pages rights', 'house pages social', 'marks marks marks'],
    columns: THIRDS,
    pages: 'columns',
    marks: 'line',
    tone: 'paper',
  },
  2: {
    areas: ['house pages rights', 'house pages social', 'newsletter newsletter newsletter', 'marks marks marks'],
    columns: THIRDS,
    pages: 'columns',
    marks: 'line',
    tone: 'sunken',
  },
  3: {
    areas: ['house pages newsletter', 'rights social newsletter', 'marks marks marks'],
    columns: '1fr 1fr 1.25fr',
    pages: 'columns',
    marks: 'line',
    look: 'panel',
    tone: 'night',
  },
  4: {
    areas: ['house house', 'newsletter pages', 'social rights', 'marks marks'],
    columns: HALVES,
    marquee: true,
    pages: 'columns',
    marks: 'line',
    tone: 'sunken',
  },
  5: {
    areas: ['pages pages', 'house newsletter', 'social rights', 'marks marks'],
    columns: '1fr 2fr',
    pages: 'line',
    marks: 'line',
    tone: 'paper',
  },
  6: {
    areas: ['house', 'pages', 'rights', 'newsletter', 'social', 'marks'],
    columns: 'minmax(0, 48rem)',
    pages: 'line',
    marks: 'line',
    centred: true,
    look: 'letterhead',
    tone: 'night',
  },
  7: {
    areas: ['pages newsletter', 'rights newsletter', 'social newsletter', 'marks marks', 'house house'],
    columns: HALVES,
    marquee: true,
    pages: 'columns',
    marks: 'line',
    tone: 'paper',
  },
  8: {
    areas: ['house newsletter', 'house pages', 'house rights', 'house social', 'house marks'],
    columns: '1fr 2.5fr',
    pages: 'line',
    marks: 'line',
    tone: 'sunken',
  },
  9: {
    areas: ['house house', 'pages pages', 'rights social', 'newsletter newsletter', 'marks marks'],
    columns: HALVES,
    marquee: true,
    pages: 'columns',
    marks: 'line',
    look: 'band',
    tone: 'night',
  },
  10: {
    areas: ['marks house pages', 'marks rights pages', 'marks social pages', 'newsletter newsletter newsletter'],
    columns: '1.1fr 1.4fr 1fr',
    pages: 'list',
    marks: 'stack',
    tone: 'paper',
  },
  11: {
    areas: ['pages house', 'marks house', 'marks newsletter', 'marks rights', 'marks social'],
    columns: '1fr 2fr',
    marquee: true,
    pages: 'list',
    marks: 'stack',
    look: 'index',
    tone: 'night',
  },
  12: {
    areas: ['pages house rights social', 'marks marks newsletter newsletter'],
    columns: '1.4fr 1.2fr 1.2fr 0.7fr',
    pages: 'columns',
    marks: 'line',
    tone: 'sunken',
  },
  13: {
    areas: ['rights pages house', 'newsletter newsletter newsletter', 'marks marks social'],
    columns: '1fr 1.5fr 1fr',
    pages: 'columns',
    marks: 'line',
    look: 'boxes',
    tone: 'night',
  },
};

/** The footer of a brand, and its short form on the pages of a purchase (decision 116). Read by the server alone, like the bars. */
export function footerVariants(number: number): FooterVariants {
  const usual = variants[number] ?? (variants[2] as FooterVariant);
  return { usual, purchase: { areas: ['pages rights'], columns: '1fr auto', pages: 'line', marks: 'line', tone: usual.tone } };
}
