import { bounds } from './person.ts';
import { typedIdentifier, typedText } from './typed.ts';

/** Bounds of what people type into an address. */
export const addressBounds = { text: 120, number: 10, floor: 10, department: 10, postcode: 10, mostEntries: 10 } as const;

/**
 * First-level subdivisions by their ISO 3166-2 code, without the country, each with its usual name; in the order of their names.
 * Source: ISO 3166-2 as published in Debian's iso-codes 4.15.
 */
export const provinces = {
  ar: {
    B: 'Buenos Aires',
    K: 'Catamarca',
    H: 'Chaco',
    U: 'Chubut',
    C: 'Ciudad Autónoma de Buenos Aires',
    X: 'Córdoba',
    W: 'Corrientes',
    E: 'Entre Ríos',
    P: 'Formosa',
    Y: 'Jujuy',
    L: 'La Pampa',
    F: 'La Rioja',
    M: 'Mendoza',
    N: 'Misiones',
    Q: 'Neuquén',
    R: 'Río Negro',
    A: 'Salta',
    J: 'San Juan',
    D: 'San Luis',
    Z: 'Santa Cruz',
    S: 'Santa Fe',
    G: 'Santiago del Estero',
    V: 'Tierra del Fuego',
    T: 'Tucumán',
  },
  py: {
    '16': 'Alto Paraguay',
    '10': 'Alto Paraná',
    '13': 'Amambay',
    ASU: 'Asunción',
    '19': 'Boquerón',
    '5': 'Caaguazú',
    '6': 'Caazapá',
    '14': 'Canindeyú',
    '11': 'Central',
    '1': 'Concepción',
    '3': 'Cordillera',
    '4': 'Guairá',
    '7': 'Itapúa',
    '8': 'Misiones',
    '12': 'Ñeembucú',
    '9': 'Paraguarí',
    '15': 'Presidente Hayes',
    '2': 'San Pedro',
  },
  mx: {
    AGU: 'Aguascalientes',
    BCN: 'Baja California',
    BCS: 'Baja California Sur',
    CAM: 'Campeche',
    CHP: 'Chiapas',
    CHH: 'Chihuahua',
    CMX: 'Ciudad de México',
    COA: 'Coahuila',
    COL: 'Colima',
    DUR: 'Durango',
    MEX: 'Estado de México',
    GUA: 'Guanajuato',
    GRO: 'Guerrero',
    HID: 'Hidalgo',
    JAL: 'Jalisco',
    MIC: 'Michoacán',
    MOR: 'Morelos',
    NAY: 'Nayarit',
    NLE: 'Nuevo León',
    OAX: 'Oaxaca',
    PUE: 'Puebla',
    QUE: 'Querétaro',
    ROO: 'Quintana Roo',
    SLP: 'San Luis Potosí',
    SIN: 'Sinaloa',
    SON: 'Sonora',
    TAB: 'Tabasco',
    TAM: 'Tamaulipas',
    TLA: 'Tlaxcala',
    VER: 'Veracruz',
    YUC: 'Yucatán',
    ZAC: 'Zacatecas',
  },
} as const;

/** The countries whose provinces and postcodes are known; those of every other one are typed freely. */
export type AddressCountry = keyof typeof provinces;

export const isAddressCountry = (country: string): country is AddressCountry => Object.hasOwn(provinces, country);

const provincesOf = (country: string): Readonly<Record<string, string>> | undefined =>
  isAddressCountry(country) ? provinces[country] : undefined;

/** The codes and names of a country's provinces, by name; none of a country whose provinces are typed. */
export const listProvinces = (country: string) =>
  Object.entries(provincesOf(country) ?? {}).sort(([, one], [, other]) => one.localeCompare(other, 'es'));

/** The name of a province of this country; what was typed, and an unknown code, as it is. */
export const provinceName = (country: string, code: string): string => provincesOf(country)?.[code] ?? code;

/**
 * Argentina: four digits, or the CPA, the province's letter before them and three letters after them. Paraguay: four digits, six
 * since 2020. Mexico: five digits.
 */
const postcodes: Readonly<Record<AddressCountry, RegExp>> = {
  ar: /^(\d{4}|[A-HJ-NP-Z]\d{4}[A-Z]{3})$/,
  py: /^(\d{4}|\d{6})$/,
  mx: /^\d{5}$/,
};

/** Of all other countries, some of which have none. */
const ANY_POSTCODE = /^[A-Z0-9]{0,10}$/;

/** In capitals and without the blanks and hyphens that people put into codes. */
export const normalPostcode = (typed: string): string => typedIdentifier(typed).replace(/[\s-]/g, '').toUpperCase();

/** What an address is, as typed. */
export interface AddressInput {
  readonly street: string;
  readonly number: string;
  readonly floor?: string | undefined;
  readonly department?: string | undefined;
  readonly reference?: string | undefined;
  readonly country: string;
  readonly province: string;
  readonly location: string;
  readonly postcode: string;
}

export type AddressField = keyof AddressInput;

export interface AddressProblem {
  readonly field: AddressField;
  readonly reason: 'missing' | 'too_long' | 'invalid' | 'other_province';
}

const isRequired = {
  street: true,
  number: true,
  floor: false,
  department: false,
  reference: false,
  province: true,
  location: true,
} as const;
const longest = {
  street: addressBounds.text,
  number: addressBounds.number,
  floor: addressBounds.floor,
  department: addressBounds.department,
  reference: addressBounds.text,
  province: bounds.nameLength,
  location: bounds.nameLength,
} as const;

/** Everything that is wrong with an address, in the order of its form; the same answer in the browser and on the server. */
export function addressProblems(input: AddressInput): AddressProblem[] {
  const texts = (['street', 'number', 'floor', 'department', 'reference'] as const).flatMap((field) => textProblem(input, field));
  return [...texts, ...provinceProblem(input), ...textProblem(input, 'location'), ...postcodeProblem(input)];
}

function textProblem(input: AddressInput, field: keyof typeof isRequired): AddressProblem[] {
  const text = typedText(input[field] ?? '');
  if (text === '') return isRequired[field] ? [{ field, reason: 'missing' }] : [];
  if (text.length > longest[field]) return [{ field, reason: 'too_long' }];
  return /[\p{Cc}\p{Cf}<>]/u.test(text) ? [{ field, reason: 'invalid' }] : [];
}

function provinceProblem(input: AddressInput): AddressProblem[] {
  const known = provincesOf(input.country);
  if (!known || input.province === '') return textProblem(input, 'province');
  return Object.hasOwn(known, input.province) ? [] : [{ field: 'province', reason: 'invalid' }];
}

/** A CPA begins with the letter of its province. */
function postcodeProblem({ country, province, postcode }: AddressInput): AddressProblem[] {
  const code = normalPostcode(postcode);
  if (!isAddressCountry(country)) return ANY_POSTCODE.test(code) ? [] : [{ field: 'postcode', reason: 'invalid' }];
  if (code === '') return [{ field: 'postcode', reason: 'missing' }];
  if (!postcodes[country].test(code)) return [{ field: 'postcode', reason: 'invalid' }];
  const isElsewhere = country === 'ar' && /^[A-Z]/.test(code) && code[0] !== province && province !== '';
  return isElsewhere ? [{ field: 'postcode', reason: 'other_province' }] : [];
}
