import { brandOf, type CardBrand, cardBrands, hasCheckDigit, isDebit } from '@butaca/contract/rules/card-brands';

export interface Decline {
  /** Payway's card error code. */
  readonly type: string;
  readonly id: number;
  /** The text for the buyer. */
  readonly description: string;
  /** The reason in the card network's terms; never shown to the buyer. */
  readonly internal: string;
}

/** Reasons of an issuer for declining, with the response codes of card networks. */
export const declines = {
  insufficientFunds: {
    type: 'insufficient_amount',
    id: 51,
    description: 'La tarjeta no tiene fondos suficientes. Probá con otra.',
    internal: '51 NOT SUFFICIENT FUNDS',
  },
  callIssuer: {
    type: 'request_authorization_card',
    id: 1,
    description: 'Comunicate con el emisor de tu tarjeta para que autorice el pago.',
    internal: '01 REFER TO CARD ISSUER',
  },
  declined: {
    type: 'card_declined',
    id: 5,
    description: 'El emisor rechazó el pago. Probá con otra tarjeta.',
    internal: '05 DO NOT HONOUR',
  },
  stolen: {
    type: 'card_declined',
    id: 43,
    description: 'El emisor rechazó el pago. Comunicate con tu banco.',
    internal: '43 STOLEN CARD, PICK UP',
  },
  expired: { type: 'expired_card', id: 54, description: 'La tarjeta está vencida.', internal: '54 EXPIRED CARD' },
  securityCode: {
    type: 'security_code_error',
    id: 82,
    description: 'El código de seguridad no es correcto.',
    internal: '82 CVV VALIDATION ERROR',
  },
  processing: {
    type: 'processing_error',
    id: 96,
    description: 'No se pudo procesar el pago. Probá de nuevo en unos minutos.',
    internal: '96 SYSTEM MALFUNCTION',
  },
  fraud: {
    type: 'cybersource_error',
    id: 481,
    description: 'No pudimos aprobar el pago. Probá con otra tarjeta.',
    internal: '481 REJECTED BY DECISION MANAGER',
  },
  authentication: {
    type: 'card_declined',
    id: 82,
    description: 'El emisor rechazó el pago. Probá con otra tarjeta.',
    internal: '82 CARDHOLDER NOT AUTHENTICATED',
  },
  noTestCard: {
    type: 'invalid_card',
    id: 14,
    description: 'La tarjeta no es válida. Probá con otra.',
    internal: '14 NOT A TEST CARD OF THE SANDBOX',
  },
} as const satisfies Record<string, Decline>;

/**
 * The outcome of a payment with a test card. `slow`, `silent` and `lost` are approved at once and differ in their answer; `late`
 * is approved when its answer comes, and a search does not find it before.
 */
export interface Outcome {
  readonly answer: 'prompt' | 'slow' | 'silent' | 'late' | 'lost';
  /** Under review by a person first. */
  readonly review: boolean;
  readonly decline: Decline | null;
  /** What its issuer does where 3-D Secure is asked for; null when it recognises the buyer without a word. */
  readonly asks: 'challenge' | 'challenge fails' | 'device and challenge' | null;
}

interface TestCard {
  readonly number: string;
  readonly outcome: Outcome;
  /** In Spanish, for the page that lists them. */
  readonly what: string;
}

const approved: Outcome = { answer: 'prompt', review: false, decline: null, asks: null };
const approve = (number: string): TestCard => ({ number, outcome: approved, what: 'Aprobada' });
const decline = (number: string, reason: Decline, what: string): TestCard => ({
  number,
  outcome: { ...approved, decline: reason },
  what: `Rechazada: ${what}`,
});

/** Numbers that gateways publish for tests, and only such. Any future expiry and any security code will do. */
export const testCards: readonly TestCard[] = [
  approve('4507990000004905'),
  approve('4517721004856075'),
  approve('5299910010000015'),
  approve('373953192351004'),
  approve('5896570000000008'),
  approve('5895627823453005'),
  decline('4258210000474094', declines.insufficientFunds, 'fondos insuficientes'),
  decline('5204230010000012', declines.insufficientFunds, 'fondos insuficientes'),
  decline('4517720194823929', declines.insufficientFunds, 'fondos insuficientes'),
  decline('4546400044997331', declines.callIssuer, 'llamar al emisor'),
  decline('5455330200000016', declines.declined, 'sin decir por qué'),
  decline('4907860500000016', declines.stolen, 'tarjeta robada'),
  decline('4456530000001005', declines.expired, 'tarjeta vencida'),
  decline('5418630110000014', declines.securityCode, 'código de seguridad'),
  decline('5287338310253304', declines.processing, 'error del emisor'),
  decline('5200000000001005', declines.fraud, 'prevención de fraude'),
  { number: '4509953566233704', outcome: { ...approved, answer: 'slow' }, what: 'Aprobada, contesta despacio' },
  { number: '5200000000002235', outcome: { ...approved, answer: 'lost' }, what: 'Aprobada, la respuesta se pierde' },
  { number: '4000000000002701', outcome: { ...approved, answer: 'silent' }, what: 'Aprobada enseguida, calla más de 30 s' },
  { number: '4000000000002719', outcome: { ...approved, answer: 'late' }, what: 'Calla más de 30 s y recién entonces se aprueba' },
  { number: '4000000000009235', outcome: { ...approved, review: true }, what: 'En revisión, después aprobada' },
  { number: '4456530000001096', outcome: { ...approved, asks: 'challenge' }, what: 'El banco pregunta, aprobada' },
  {
    number: '4456530000001104',
    outcome: { ...approved, asks: 'challenge fails' },
    what: 'El banco pregunta y no queda conforme, rechazada',
  },
  {
    number: '5200000000001096',
    outcome: { ...approved, asks: 'device and challenge' },
    what: 'El banco mira el dispositivo y pregunta, aprobada',
  },
  { number: '5200000000002482', outcome: { ...approved, review: true, decline: declines.fraud }, what: 'En revisión, después rechazada' },
];

const outcomes = new Map(testCards.map(({ number, outcome }) => [number, outcome]));

/** Undefined for every number that is not published for tests. */
export const outcomeOf = (number: string): Outcome | undefined => outcomes.get(number);

/** A card's payment method as Payway numbers it (`payment_method_id`). */
export interface Method {
  readonly id: number;
  readonly name: string;
  readonly debit: boolean;
  readonly codeLength: 3 | 4;
  readonly hasCheckDigit: boolean;
}

/** Undefined for a card that Payway does not take. */
export function methodOf(number: string): Method | undefined {
  const brand = brandOf(number);
  if (!brand) return undefined;
  const debit = isDebit(brand, number);
  const id = debit ? brand.methods.debit : brand.methods.credit;
  if (id === undefined) return undefined;
  return { id, name: nameOf(brand, debit), debit, codeLength: brand.securityCodeLength, hasCheckDigit: hasCheckDigit(brand, number) };
}

export function methodName(id: number): string {
  const brand = cardBrands.find(({ methods }) => methods.credit === id || methods.debit === id);
  return brand ? nameOf(brand, brand.methods.debit === id) : `Medio de pago ${id}`;
}

/** Payway names the debit card of a brand that has both. */
const nameOf = ({ name, methods }: CardBrand, debit: boolean) => (debit && methods.credit !== undefined ? `${name} Débito` : name);
