import type { LoadedBrand } from '@butaca/brand/load';
import type { MoneyLocale } from '@butaca/brand/money';

const DAYS = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'];
const MONTHS = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
];

/** `viernes 27 de noviembre de 2026, 20:30`, by the venue's clock. */
export function longDate(startsAt: Temporal.Instant, timeZone: string): string {
  const { dayOfWeek, day, month, year, hour, minute } = startsAt.toZonedDateTimeISO(timeZone);
  const time = [hour, minute].map((part) => String(part).padStart(2, '0')).join(':');
  return `${DAYS[dayOfWeek - 1]} ${day} de ${MONTHS[month - 1]} de ${year}, ${time}`;
}

/** Texts of the printed ticket (Spanish, like every visible text of this deployment). */
export const words = {
  sector: 'Sector',
  row: 'Fila',
  seat: 'Asiento',
  unnumbered: 'Sin numerar',
  holder: 'A nombre de',
  /** For a sale at a counter without the buyer's name. */
  bearer: 'Al portador',
  priceType: 'Tarifa',
  price: 'Precio',
  net: 'Precio sin impuestos nacionales:',
  number: 'Entrada n.º',
  order: 'Compra',
  turn: (turn: number, outOf: number) => `Entrada ${turn} de ${outOf}`,
  door: 'Mostrá este código en la puerta, impreso o en el teléfono. Vale para un solo ingreso: entra quien lo presenta primero, así que no compartas su foto.',
  title: (count: number, showName: string) => `${count === 1 ? 'Entrada' : `${count} entradas`} para ${showName}`,
};

/** What a printed ticket takes from its brand. */
export interface DocumentBrand {
  readonly name: string;
  /** `#rrggbb`, the accent by day. */
  readonly accent: string;
  readonly locale: MoneyLocale;
  /** Beside every price the one before national taxes, where the law asks for it. */
  readonly showsNet: boolean;
}

const INK = '#221d19';

/** The accent is read from the brand’s tokens, the one by day; without one, ink. */
export function documentBrand({ brand, tokensCss }: Pick<LoadedBrand, 'brand' | 'tokensCss'>): DocumentBrand {
  const [, accent = INK] = /--accent:\s*(?:light-dark\(\s*)?(#[0-9a-f]{6})\b/i.exec(tokensCss) ?? [];
  const { price, currency, decimals } = brand.locale;
  return { name: brand.name, accent, locale: { price, currency, decimals }, showsNet: brand.flags.netPrices };
}
