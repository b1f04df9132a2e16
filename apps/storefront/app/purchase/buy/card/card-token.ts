import type { PaymentMethod, TokenFormat } from '@butaca/contract';
import { cardDigits, readExpiry } from '@butaca/contract/rules/card';
import { normalDocument, readDay } from '@butaca/contract/rules/person';
import { typedIdentifier, typedText } from '@butaca/contract/rules/typed';
import type { BuyForm } from '../buy-form.ts';

/** The card's token: the api gets this and never the number. */
interface CardToken {
  readonly token: string;
  readonly bin: string;
  readonly lastFour: string;
}

export type TokenResult =
  | { readonly status: 'ok'; readonly card: CardToken }
  /** The payments host has something against these fields of the form, or against the card as a whole when there are none. */
  | { readonly status: 'refused'; readonly fields: readonly (keyof BuyForm)[] }
  | { readonly status: 'unknown' }
  | { readonly status: 'no_answer' };

const ANSWER_WITHIN_MS = 20_000;

/** A kept card: what it is exchanged by, and its security code. Only Payway's are. */
interface KeptCardForm {
  readonly exchange: string;
  readonly code: string;
}

/** How a payments host is spoken to. */
interface Words {
  readonly headers: (publicKey: string | undefined) => Readonly<Record<string, string>>;
  readonly card: (form: BuyForm) => object;
  /** The token of its answer; undefined when the answer has none. */
  readonly token: (answer: Record<string, unknown>) => CardToken | undefined;
  /** The fields that it refuses; undefined when its answer is no refusal of a card. */
  readonly refused: (answer: Record<string, unknown>) => readonly (keyof BuyForm | undefined)[] | undefined;
}

/** Sends the card from the browser to the payments host and nowhere else (CA-037, EN-100); the token pays once. */
export async function tokenOfCard(
  { tokenUrl, publicKey, tokenFormat = 'payway' }: Pick<PaymentMethod, 'tokenUrl' | 'publicKey' | 'tokenFormat'>,
  form: BuyForm | KeptCardForm,
  send: typeof fetch,
): Promise<TokenResult> {
  if (!tokenUrl) return { status: 'unknown' };
  const words = wordsOf[tokenFormat];
  let response: Response;
  try {
    response = await send(tokenUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...words.headers(publicKey) },
      body: JSON.stringify('exchange' in form ? { token: form.exchange, security_code: typedIdentifier(form.code) } : words.card(form)),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
  } catch {
    return { status: 'no_answer' };
  }
  const answer = ((await response.json().catch(() => null)) ?? {}) as Record<string, unknown>;
  if (response.ok) {
    const card = words.token(answer);
    return card ? { status: 'ok', card } : { status: 'unknown' };
  }
  const fields = words.refused(answer);
  return fields ? { status: 'refused', fields: [...new Set(fields.flatMap((field) => field ?? []))] } : { status: 'unknown' };
}

const two = (value: number) => String(value % 100).padStart(2, '0');

function cardToken(id: unknown, bin: unknown, lastFour: unknown): CardToken | undefined {
  const whole = typeof id === 'string' && id !== '' && /^\d{6}/.test(String(bin)) && /^\d{4}$/.test(String(lastFour));
  return whole ? { token: id as string, bin: String(bin).slice(0, 6), lastFour: String(lastFour) } : undefined;
}

const paywayFields: Readonly<Record<string, keyof BuyForm>> = {
  card_number: 'number',
  card_expiration_month: 'expiry',
  card_expiration_year: 'expiry',
  security_code: 'code',
  card_holder_name: 'holder',
  card_holder_identification: 'documentNumber',
  card_holder_birthday: 'birthday',
};

const payway: Words = {
  headers: (publicKey) => ({ ...(publicKey && { apikey: publicKey }) }),
  card(form) {
    const expiry = readExpiry(form.expiry);
    const { year, month, day } = readDay(form.birthday);
    return {
      card_number: cardDigits(form.number),
      card_expiration_month: expiry ? two(expiry.month) : '',
      card_expiration_year: expiry ? two(expiry.year) : '',
      security_code: typedIdentifier(form.code),
      card_holder_name: typedText(form.holder),
      card_holder_identification: { type: form.documentType, number: normalDocument(form.documentNumber) },
      ...(form.birthday && { card_holder_birthday: `${two(day)}${two(month)}${year}` }),
    };
  },
  token: ({ id, bin, last_four_digits: lastFour }) => cardToken(id, bin, lastFour),
  refused({ error_type: type, validation_errors: errors }) {
    if (typeof type !== 'string') return undefined;
    const params = Array.isArray(errors) ? errors.map((each) => String((each as { param?: unknown } | null)?.param)) : [];
    return params.map((param) => paywayFields[param.split('.')[0] ?? '']);
  },
};

/** The first word of what Mercado Pago says is wrong; from memory, like the words of its card. */
const mercadoPagoFields: Readonly<Record<string, keyof BuyForm>> = {
  card_number: 'number',
  expiration_month: 'expiry',
  expiration_year: 'expiry',
  security_code: 'code',
  'cardholder.name': 'holder',
  'cardholder.identification.number': 'documentNumber',
  'cardholder.identification.type': 'documentNumber',
};

/** Its public key stands in the address. */
const mercadoPago: Words = {
  headers: () => ({}),
  card(form) {
    const expiry = readExpiry(form.expiry);
    return {
      card_number: cardDigits(form.number),
      expiration_month: expiry?.month,
      expiration_year: expiry?.year,
      security_code: typedIdentifier(form.code),
      cardholder: {
        name: typedText(form.holder),
        identification: { type: form.documentType.toUpperCase(), number: normalDocument(form.documentNumber) },
      },
    };
  },
  token: ({ id, first_six_digits: bin, last_four_digits: lastFour }) => cardToken(id, bin, lastFour),
  refused({ error, message }) {
    if (error !== 'bad_request' || typeof message !== 'string') return undefined;
    return message.split('; ').map((each) => mercadoPagoFields[each.split(':')[0] ?? '']);
  },
};

const wordsOf: Readonly<Record<TokenFormat, Words>> = { payway, mercadopago: mercadoPago };
