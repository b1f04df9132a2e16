/** A card brand as Argentina's forms and gateways know it (docs/payments.md#card-brands). */
export interface CardBrand {
  readonly brand: string;
  readonly name: string;
  /** Payway's payment_method_id (docs/payments.md#payment-methods); without any the gateway takes no such card. */
  readonly methods: { readonly credit?: number; readonly debit?: number };
  readonly numberLengths: readonly number[];
  /** Digits between the blanks, as printed on the card. */
  readonly groups: readonly number[];
  readonly securityCodeLength: 3 | 4;
  /** Where a brand has a single issuer. */
  readonly issuer?: string;
  /** First digits, one or several: `34`, `51-55`, `222100-272099`. */
  readonly prefixes: readonly string[];
  /** Those among them that are debit cards; a brand with a debit number alone has only such. */
  readonly debitPrefixes?: readonly string[];
  /** Those among them whose issuer gives out numbers without a right check digit. */
  readonly uncheckedPrefixes?: readonly string[];
}

const sixteen = { numberLengths: [16], groups: [4, 4, 4, 4, 3], securityCodeLength: 3 } as const;

/** A card of one issuer, mostly of a chain of shops. */
const store = (brand: string, name: string, credit: number | null, ...prefixes: string[]): CardBrand => ({
  ...sixteen,
  brand,
  name,
  methods: credit === null ? {} : { credit },
  issuer: name,
  prefixes,
});

const visaDebit = ['400276', '402914', '405896', '410853', '446344', '450412', '451751', '451772', '473227', '476520', '481501', '499859'];
const mastercardDebit = ['510250-510399', '510550-511204', '514130-514730', '526400-526499'];

/** The best known first. */
export const cardBrands: readonly CardBrand[] = [
  {
    ...sixteen,
    brand: 'visa',
    name: 'Visa',
    methods: { credit: 1, debit: 31 },
    numberLengths: [16, 13, 18, 19],
    prefixes: ['4'],
    debitPrefixes: visaDebit,
  },
  {
    ...sixteen,
    brand: 'mastercard',
    name: 'Mastercard',
    methods: { credit: 15, debit: 66 },
    prefixes: ['51-55', '222100-272099'],
    debitPrefixes: mastercardDebit,
  },
  {
    brand: 'amex',
    name: 'American Express',
    methods: { credit: 65 },
    numberLengths: [15],
    groups: [4, 6, 5],
    securityCodeLength: 4,
    prefixes: ['34', '37'],
  },
  {
    ...sixteen,
    brand: 'cabal',
    name: 'Cabal',
    methods: { credit: 27, debit: 67 },
    prefixes: ['589657', '6042-6043', '627170', '603522'],
    debitPrefixes: ['6042-6043'],
  },
  { ...store('naranja', 'Naranja', 24, '589562', '402918', '527572'), uncheckedPrefixes: ['589562'] },
  { ...sixteen, brand: 'maestro', name: 'Maestro', methods: { debit: 99 }, numberLengths: [16, 17, 18], prefixes: ['5010-5018', '58'] },
  {
    ...sixteen,
    brand: 'diners',
    name: 'Diners Club',
    methods: { credit: 8 },
    numberLengths: [14, 16, 19],
    groups: [4, 6, 4, 5],
    prefixes: ['300-305', '36', '38', '39'],
  },
  { ...store('shopping', 'Tarjeta Shopping', 23, '603488', '606488', '589407', '279'), numberLengths: [16, 19] },
  store('anonima', 'La Anónima', 61, '421024'),
  store('nativa', 'Nativa', 42, '520053', '546553', '487017'),
  store('argencard', 'Argencard', 30, '501105'),
  store('nevada', 'Nevada', 39, '504363'),
  store('carrefour', 'Carrefour', 44, '507858', '585274'),
  store('credimas', 'Credimás', 38, '504520'),
  store('tuya', 'Tuya', 59, '588800'),
  store('sol', 'Sol', 64, '504639'),
  store('patagonia365', 'Patagonia 365', 55, '504656'),
  store('crediguia', 'CrediGuía', 62, '603288'),
  store('coopeplus', 'Coopeplus', 34, '627620'),
  store('club-dia', 'Club Día', 56, '636897'),
  store('pymenacion', 'PymeNación', 45, '504910'),
  store('cencosud', 'Cencosud', null, '603493'),
  store('favacard', 'Favacard', null, '504408'),
  store('musicred', 'Musicred', null, '636435'),
  // A Maestro of another country: the form knows it, no gateway here takes it.
  {
    ...sixteen,
    brand: 'maestro-abroad',
    name: 'Maestro',
    methods: {},
    numberLengths: [12, 13, 14, 15, 16, 17, 18, 19],
    prefixes: ['50', '56-59', '6'],
  },
];

/** The brand of a number by its first digits. The longest prefix wins: 421024 is La Anónima's, 4 is Visa's. */
export function brandOf(digits: string, brands: readonly CardBrand[] = cardBrands): CardBrand | undefined {
  let best: { brand: CardBrand; length: number } | undefined;
  for (const brand of brands) {
    const length = longestMatch(digits, brand.prefixes);
    if (length > (best?.length ?? 0)) best = { brand, length };
  }
  return best?.brand;
}

export const isDebit = ({ methods, debitPrefixes = [] }: CardBrand, digits: string): boolean =>
  methods.credit === undefined || longestMatch(digits, debitPrefixes) > 0;

export const hasCheckDigit = ({ uncheckedPrefixes = [] }: CardBrand, digits: string): boolean =>
  longestMatch(digits, uncheckedPrefixes) === 0;

/** The display name of a brand; an unlisted one keeps the acquirer's name for it. */
export const brandName = (brand: string): string =>
  cardBrands.find((known) => known.brand === brand)?.name ??
  brand.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()).replaceAll('-', ' ');

/** How many digits of the longest prefix that a number begins with; 0 when it begins with none of them. */
const longestMatch = (digits: string, prefixes: readonly string[]): number =>
  Math.max(0, ...prefixes.map((prefix) => (begins(digits, prefix) ? (prefix.split('-')[0]?.length ?? 0) : 0)));

function begins(digits: string, prefix: string): boolean {
  const [first = prefix, last = first] = prefix.split('-');
  const start = digits.slice(0, first.length);
  return start.length === first.length && first <= start && start <= last;
}
