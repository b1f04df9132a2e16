/** A card brand as Argentine gateways know it; `methods` are Payway's payment_method_id (docs/payments.md#payment-methods). */
export interface CardBrand {
  readonly brand: string;
  readonly name: string;
  readonly methods: { readonly credit?: number; readonly debit?: number };
  readonly numberLengths: readonly number[];
  readonly securityCodeLength: number;
  /** Whose card it is, where a brand has one issuer. */
  readonly issuer?: string;
  /** First digits, one or several: `34`, `51-55`, `222100-272099`. */
  readonly prefixes: readonly string[];
  /** Those among them that are debit cards; a brand with a debit number alone has only such. */
  readonly debitPrefixes?: readonly string[];
}

/** Of sixteen digits and a three-digit code, as nearly all are. */
const store = (brand: string, name: string, credit: number, ...prefixes: string[]): CardBrand => ({
  brand,
  name,
  methods: { credit },
  numberLengths: [16],
  securityCodeLength: 3,
  issuer: name,
  prefixes,
});

const visaDebit = ['400276', '402914', '405896', '410853', '446344', '450412', '451751', '451772', '473227', '476520', '481501', '499859'];
const mastercardDebit = ['510250-510399', '510550-511204', '514130-514730', '526400-526499'];

/** The specific before the general, for 4 is Visa's only where no store has it (docs/payments.md#card-brands). */
export const cardBrands: readonly CardBrand[] = [
  store('naranja', 'Naranja', 24, '589562', '402918', '527572'),
  store('anonima', 'La Anónima', 61, '421024'),
  store('nativa', 'Nativa', 42, '520053', '546553', '487017'),
  store('argencard', 'Argencard', 30, '501105'),
  store('shopping', 'Tarjeta Shopping', 23, '603488', '606488', '589407'),
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
  {
    brand: 'cabal',
    name: 'Cabal',
    methods: { credit: 27, debit: 67 },
    numberLengths: [16],
    securityCodeLength: 3,
    prefixes: ['589657', '6042-6043'],
    debitPrefixes: ['6042-6043'],
  },
  { brand: 'amex', name: 'American Express', methods: { credit: 65 }, numberLengths: [15], securityCodeLength: 4, prefixes: ['34', '37'] },
  {
    brand: 'diners',
    name: 'Diners Club',
    methods: { credit: 8 },
    numberLengths: [14, 16, 19],
    securityCodeLength: 3,
    prefixes: ['300-305', '36', '38', '39'],
  },
  {
    brand: 'mastercard',
    name: 'Mastercard',
    methods: { credit: 15, debit: 66 },
    numberLengths: [16],
    securityCodeLength: 3,
    prefixes: ['51-55', '222100-272099'],
    debitPrefixes: mastercardDebit,
  },
  {
    brand: 'visa',
    name: 'Visa',
    methods: { credit: 1, debit: 31 },
    numberLengths: [16, 13, 18, 19],
    securityCodeLength: 3,
    prefixes: ['4'],
    debitPrefixes: visaDebit,
  },
  {
    brand: 'maestro',
    name: 'Maestro',
    methods: { debit: 99 },
    numberLengths: [16, 17, 18],
    securityCodeLength: 3,
    prefixes: ['5010-5018', '58'],
  },
];
