import type { LoadedBrand } from '@butaca/brand/load';
import { formatMoney, type MoneyLocale } from '@butaca/brand/money';
import type { DocumentType } from '@butaca/contract';

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
  order: 'Operación n.º',
  wayThere: 'Cómo llegar',
  before: 'Antes de la función',
  products: 'Productos de esta compra',
  productsNote: 'Se entregan con tu documento y el número de operación.',
  rules: [
    'Llegá con tiempo y llevá tu documento.',
    'Si se cancela, te devolvemos lo que pagaste.',
    'Para consultas, tené a mano el número de operación.',
  ],
  turn: (turn: number, outOf: number) => `Entrada ${turn} de ${outOf}`,
  door: 'Mostrá este código en la puerta, impreso o en el teléfono. Vale para un solo ingreso: entra quien lo presenta primero, así que no compartas su foto.',
  title: (count: number, showName: string) => `${count === 1 ? 'Entrada' : `${count} entradas`} para ${showName}`,
};

/** Of documents, as people say them. */
export const documentNames: Readonly<Record<DocumentType, string>> = {
  dni: 'DNI',
  passport: 'Pasaporte',
  cuit: 'CUIT',
  cuil: 'CUIL',
  foreign_ci: 'CI extranjera',
  ci: 'CI',
  migration_certificate: 'Certificado migratorio',
  ine: 'INE',
  ife: 'IFE',
  unidentified: 'Sin identificar',
  other: 'Documento',
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

/** What cost nothing has no price. */
export const priceText = (price: number, { locale }: Pick<DocumentBrand, 'locale'>): string =>
  price === 0 ? 'Sin cargo' : formatMoney(price, locale);

const INK = '#221d19';

/** The accent is read from the brand’s tokens, the one by day; without one, ink. */
export function documentBrand({ brand, tokensCss }: Pick<LoadedBrand, 'brand' | 'tokensCss'>): DocumentBrand {
  const [, accent = INK] = /--accent:\s*(?:light-dark\(\s*)?(#[0-9a-f]{6})\b/i.exec(tokensCss) ?? [];
  const { price, currency, decimals } = brand.locale;
  return { name: brand.name, accent, locale: { price, currency, decimals }, showsNet: brand.flags.netPrices };
}
