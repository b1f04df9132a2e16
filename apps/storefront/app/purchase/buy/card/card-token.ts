import type { PaymentMethod } from '@butaca/contract';
import { cardDigits, readExpiry } from '@butaca/contract/rules/card';
import { normalDocument, readDay } from '@butaca/contract/rules/person';
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

/** The fields by the payments host's own names. */
const fieldsByTheirName: Readonly<Record<string, keyof BuyForm>> = {
  card_number: 'number',
  card_expiration_month: 'expiry',
  card_expiration_year: 'expiry',
  security_code: 'code',
  card_holder_name: 'holder',
  card_holder_identification: 'documentNumber',
  card_holder_birthday: 'birthday',
};

/** Sends the card from the browser to the payments host and nowhere else (CA-037, EN-100); the token pays once. */
export async function tokenOfCard(
  { tokenUrl, publicKey }: Pick<PaymentMethod, 'tokenUrl' | 'publicKey'>,
  form: BuyForm,
  send: typeof fetch,
): Promise<TokenResult> {
  if (!tokenUrl) return { status: 'unknown' };
  let response: Response;
  try {
    response = await send(tokenUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(publicKey && { apikey: publicKey }) },
      body: JSON.stringify(cardOf(form)),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
  } catch {
    return { status: 'no_answer' };
  }
  const body: unknown = await response.json().catch(() => null);
  return response.ok ? accepted(body) : refused(body);
}

function cardOf(form: BuyForm) {
  const expiry = readExpiry(form.expiry);
  const two = (value: number) => String(value % 100).padStart(2, '0');
  const { year, month, day } = readDay(form.birthday);
  return {
    card_number: cardDigits(form.number),
    card_expiration_month: expiry ? two(expiry.month) : '',
    card_expiration_year: expiry ? two(expiry.year) : '',
    security_code: form.code.trim(),
    card_holder_name: form.holder.trim(),
    card_holder_identification: { type: form.documentType, number: normalDocument(form.documentNumber) },
    ...(form.birthday && { card_holder_birthday: `${two(day)}${two(month)}${year}` }),
  };
}

function accepted(body: unknown): TokenResult {
  const { id, bin, last_four_digits: lastFour } = (body ?? {}) as Record<string, unknown>;
  const whole = typeof id === 'string' && id !== '' && /^\d{6}/.test(String(bin)) && /^\d{4}$/.test(String(lastFour));
  return whole
    ? { status: 'ok', card: { token: id as string, bin: String(bin).slice(0, 6), lastFour: String(lastFour) } }
    : { status: 'unknown' };
}

function refused(body: unknown): TokenResult {
  const { error_type: type, validation_errors: errors } = (body ?? {}) as Record<string, unknown>;
  if (typeof type !== 'string') return { status: 'unknown' };
  const names = Array.isArray(errors) ? errors.map((each) => String((each as { param?: unknown } | null)?.param).split('.')[0] ?? '') : [];
  return { status: 'refused', fields: [...new Set(names.flatMap((name) => fieldsByTheirName[name] ?? []))] };
}
