/** What the card's issuer says of its holder's identity. */
export type Authentication =
  | 'frictionless'
  | 'challenge'
  | 'challenge fails'
  | 'failed'
  | 'rejected'
  | 'attempted'
  | 'unavailable'
  | 'not enrolled';

/** What becomes of a payment with the card. */
interface Funding {
  /** `lost`: made, and the connection breaks; `slow`: answered late. */
  readonly answer: 'prompt' | 'slow' | 'lost';
  /** Looked at by a person first. */
  readonly review: boolean;
  /** Cybersource's reason for a decline. */
  readonly decline: string | null;
}

export interface CybersourceCard {
  readonly number: string;
  readonly authentication: Authentication;
  readonly funding: Funding;
  /** In Spanish, for the page that lists them. */
  readonly what: string;
}

const paid: Funding = { answer: 'prompt', review: false, decline: null };

const authenticated = (number: string, authentication: Authentication, what: string): CybersourceCard => ({
  number,
  authentication,
  funding: paid,
  what,
});
const funded = (number: string, funding: Partial<Funding>, what: string): CybersourceCard => ({
  number,
  authentication: 'frictionless',
  funding: { ...paid, ...funding },
  what,
});

/**
 * Numbers that gateways publish for tests of 3-D Secure and of declines. Which of them brings what is ours: published lists differ, and
 * a merchant's own test account decides.
 */
export const cybersourceCards: readonly CybersourceCard[] = [
  authenticated('4456530000001005', 'frictionless', 'Identidad confirmada sin preguntar, aprobada'),
  authenticated('5200000000001005', 'frictionless', 'Identidad confirmada sin preguntar, aprobada'),
  authenticated('4456530000001096', 'challenge', 'El banco pregunta, aprobada'),
  authenticated('5200000000001096', 'challenge', 'El banco pregunta, aprobada'),
  authenticated('4456530000001104', 'challenge fails', 'El banco pregunta y no queda conforme, rechazada'),
  authenticated('4456530000001013', 'failed', 'Identidad no confirmada, rechazada'),
  authenticated('4456530000001047', 'rejected', 'El banco no deja seguir, rechazada'),
  authenticated('4456530000001021', 'attempted', 'El banco no participa todavía, aprobada'),
  authenticated('4456530000001039', 'unavailable', 'El banco no contesta quién es, aprobada'),
  authenticated('4000000000002990', 'not enrolled', 'Sin 3-D Secure, aprobada'),
  funded('4258210000474094', { decline: 'INSUFFICIENT_FUND' }, 'Rechazada: fondos insuficientes'),
  funded('5204230010000012', { decline: 'EXCEEDS_CREDIT_LIMIT' }, 'Rechazada: sin límite'),
  funded('4000000000002537', { decline: 'EXPIRED_CARD' }, 'Rechazada: tarjeta vencida'),
  funded('4546400044997331', { decline: 'CONTACT_PROCESSOR' }, 'Rechazada: llamar al emisor'),
  funded('4907860500000016', { decline: 'STOLEN_LOST_CARD' }, 'Rechazada: tarjeta robada'),
  funded('5418630110000014', { decline: 'CVN_NOT_MATCH' }, 'Rechazada: código de seguridad'),
  funded('5200000000001013', { decline: 'SCORE_EXCEEDS_THRESHOLD' }, 'Rechazada: prevención de fraude, después de reservar'),
  funded('4000000000009235', { review: true }, 'En revisión, después aprobada'),
  funded('5200000000002482', { review: true, decline: 'DECISION_PROFILE_REJECT' }, 'En revisión, después rechazada'),
  funded('5200000000002235', { answer: 'lost' }, 'Aprobada, la respuesta se pierde'),
  funded('4509953566233704', { answer: 'slow' }, 'Aprobada, contesta despacio'),
];

const cards = new Map(cybersourceCards.map((card) => [card.number, card]));

/** A number that is not published for tests is known to its issuer and has no money behind it. */
export const cybersourceCardOf = (number: string): Omit<CybersourceCard, 'number' | 'what'> =>
  cards.get(number) ?? { authentication: 'frictionless', funding: { ...paid, decline: 'INVALID_ACCOUNT' } };
