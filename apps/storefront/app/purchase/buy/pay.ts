import type { TextKey } from '@butaca/brand/translate';
import { ClickKey } from '@butaca/browser/click-key.ts';
import type { Client, FailureData, Outcome, PaymentMethod, Purchase, RefusalCodeOf, RefusalIn, SavedCard } from '@butaca/contract';
import { selectDelivery } from '@butaca/contract/delivery';
import { charge, preValidate } from '@butaca/contract/payment';
import { Purchase as PurchaseShape } from '@butaca/contract/purchase';
import { normalDocument } from '@butaca/contract/rules/person';
import { typedIdentifier, typedText } from '@butaca/contract/rules/typed';
import { wireNameOf } from '@butaca/contract/wire';
import type paymentTexts from '../../i18n/es/payment.json';
import type { BuyForm, BuyProblems, CheckedField } from './buy-form.ts';
import type { TokenResult } from './card/card-token.ts';
import { type Refused, readRefusal } from './refusals.ts';

/** The outside world of one press on "pay". */
export interface PayWorld {
  readonly call: Client['call'];
  readonly tokenOf: (method: PaymentMethod, form: BuyForm, kept: SavedCard | undefined) => Promise<TokenResult>;
  readonly captcha: () => Promise<string | undefined>;
  /** Protects the purchase from expiring (C-02). False when it has expired or another tab owns it: then nothing may be charged. */
  readonly startCharge: () => Promise<boolean>;
  /** What a card's bank may want to know of the browser. */
  readonly device: () => { name: string; value: string }[];
  /** Of the form. */
  readonly click: ClickKey;
}

export interface PayOrder {
  /** As the buyer sees it: the charge is refused unless its total is this one. */
  readonly purchase: Purchase;
  readonly method: PaymentMethod;
  readonly form: BuyForm;
  readonly instalments: number;
  /** The kept card that it is paid with. */
  readonly kept?: SavedCard | undefined;
  /** What of the total is paid with the balance beside the card, in minor units. */
  readonly fromBalance: number;
  /** What of the total this card pays, where another card is to pay the rest. */
  readonly firstPart?: number | undefined;
  /** The first card has paid its part: the purchase is being paid, and cannot be validated as an open one. */
  readonly isSecondCard?: boolean;
}

export type PayResult =
  | { readonly status: 'approved' }
  | {
      readonly status: 'declined';
      readonly message: string | undefined;
      readonly method: string | undefined;
      readonly triesLeft: number | undefined;
      readonly purchase: Purchase;
    }
  /** A step at the bank or the wallet comes next. */
  | { readonly status: 'redirect'; readonly url: string }
  | { readonly status: 'log-in' }
  | { readonly status: 'fields'; readonly problems: BuyProblems }
  | (Refused & { readonly charged?: ChargedCard });

/** A card that was going to be charged, as far as it is known here. */
export interface ChargedCard {
  readonly bin: string;
  readonly lastFour: string;
}

/** The server answers sooner than this, however slow the bank is; afterwards the confirmation asks for the outcome. */
const CHARGE_WITHIN_MS = 45_000;

/**
 * One press: validates the purchase, gets the card's token where it is paid with one, and charges once. Only an approval
 * is a success; the confirmation resolves an unknown outcome, never a second charge (C-02, CA-066).
 *
 * A press after a lost answer has the key of the first as long as the same is paid. A card's token is used once, so with a card it asks
 * for something else and has another key: what keeps it from charging twice is that the form is left for the confirmation, and that on
 * the server one attempt of a purchase counts at a time (`attempt_that_counts`), so that a press while the first is under way is refused.
 */
export async function pay(world: PayWorld, order: PayOrder): Promise<PayResult> {
  const { purchase, method, form, instalments, kept, fromBalance, firstPart, isSecondCard = false } = order;
  const params = { purchaseId: purchase.id };

  let captcha: string | undefined;
  try {
    captcha = await world.captcha();
  } catch {
    return problem('payment.captcha failed');
  }

  const before = isSecondCard ? null : await new ClickKey().keyed(world.call)(preValidate, { params, body: {} }, { purpose: 'charging' });
  if (before && before.status !== 'ok') return notReady(before, purchase);

  const token = method.kind === 'card' ? await world.tokenOf(method, form, kept) : null;
  if (token && token.status !== 'ok') return noToken(token);

  if (!(await world.startCharge())) return problem('payment.not here');
  const outcome = await world.click.keyed(world.call)(
    charge,
    {
      params,
      body: {
        ...(token && { ...token.card, ...(kept ? { savedCard: kept.id } : cardholderOf(form)), instalments, details: world.device() }),
        ...(kept && !token && { details: [{ name: 'savedCard', value: kept.id }] }),
        ...(method.phoneCountry && { phone: typedIdentifier(form.phone) }),
        paymentMethodId: method.id,
        total: purchase.totals?.total ?? 0,
        ...(fromBalance > 0 && { fromBalance }),
        ...(firstPart !== undefined && { firstPart }),
        acceptsTerms: true,
        captcha,
      },
    },
    { purpose: 'charging', saysKeyReused: true, signal: AbortSignal.timeout(CHARGE_WITHIN_MS) },
  );
  // Only where promotions are for cards does a total depend on one.
  return afterCharge(outcome, { purchase, card: method.promotions && token?.card, inParts: fromBalance > 0 });
}

const cardholderOf = ({ holder, documentType, documentNumber, email, birthday, keepCard }: BuyForm) => ({
  holder: typedText(holder),
  documentType: documentType as 'dni',
  documentNumber: normalDocument(documentNumber),
  email,
  birthday: birthday || undefined,
  keepCard: keepCard || undefined,
});

const problem = (text: TextKey<typeof paymentTexts>): PayResult => ({ status: 'refusal', refusal: { kind: 'text', text } });

/** The validation did not succeed; neither the payments host nor the bank was called. */
function notReady(outcome: Exclude<Outcome<typeof preValidate>, { status: 'ok' }>, purchase: Purchase): PayResult {
  switch (outcome.status) {
    case 'unauthorised':
      return { status: 'log-in' };
    case 'refusal':
      return readRefused(outcome, purchase);
    case 'ERROR':
      return problem('payment.no answer');
    case 'fault':
    case 'unreadable':
      return problem('payment.processing failed');
  }
}

function noToken(token: Exclude<TokenResult, { status: 'ok' }>): PayResult {
  if (token.status === 'no_answer') return problem('payment.no answer');
  if (token.status === 'unknown') return problem('Ocurrió un error desconocido');
  if (token.fields.length === 0) return problem('payment.card not validated');
  return { status: 'fields', problems: Object.fromEntries(token.fields.map((field) => [field, 'refused'])) };
}

/** The server names fields by their wire names. */
const fieldsByWireName: ReadonlyMap<string, CheckedField> = new Map([
  [wireNameOf(selectDelivery.body, 'deliveryTypeId'), 'delivery'],
  [wireNameOf(charge.body, 'bin'), 'number'],
  [wireNameOf(charge.body, 'holder'), 'holder'],
  [wireNameOf(charge.body, 'documentType'), 'documentNumber'],
  [wireNameOf(charge.body, 'documentNumber'), 'documentNumber'],
  [wireNameOf(charge.body, 'birthday'), 'birthday'],
  [wireNameOf(charge.body, 'email'), 'email'],
  [wireNameOf(charge.body, 'phone'), 'phone'],
  [wireNameOf(charge.body, 'firstPart'), 'firstPart'],
  [wireNameOf(charge.body, 'acceptsTerms'), 'terms'],
]);

function afterCharge(
  outcome: Outcome<typeof charge>,
  {
    purchase,
    card,
    inParts,
  }: {
    readonly purchase: Purchase;
    readonly card: ChargedCard | undefined;
    /** The balance was to pay a part of it only. */
    readonly inParts: boolean;
  },
): PayResult {
  switch (outcome.status) {
    case 'ok': {
      const { outcome: result, message, method, triesLeft, next, purchase: after } = outcome.data;
      if (result === 'approved') return { status: 'approved' };
      // The last decline ends the purchase: the page of the outcome says why, and where to choose again.
      if (result === 'declined' && triesLeft === 0) return { status: 'to-verify' };
      if (result === 'declined') return { status: 'declined', message, method, triesLeft, purchase: after };
      return next?.kind === 'redirect' && next.url ? { status: 'redirect', url: next.url } : { status: 'to-verify' };
    }
    case 'refusal': {
      if (inParts && outcome.failure === 'balance_too_low') return problem('payment.balance part too low');
      const refused = readRefused(outcome, purchase);
      return outcome.failure === 'total_changed' && card && refused.status === 'refusal' ? withOtherTotal(refused, card) : refused;
    }
    case 'unauthorised':
      return { status: 'log-in' };
    // The charge may have been approved.
    case 'fault':
    case 'unreadable':
    case 'ERROR':
      return { status: 'to-verify' };
  }
}

/** The total that was told is of this card; the purchase is read again as it costs without one. */
const withOtherTotal = ({ refusal }: Extract<Refused, { status: 'refusal' }>, { bin, lastFour }: ChargedCard): PayResult => ({
  ...{ status: 'refusal', refusal, stale: true },
  charged: { bin, lastFour },
});

/** The field that is refused when another tab has given back every place. */
const NO_PLACES = wireNameOf(PurchaseShape, 'performances');

type PayRefusal = RefusalIn<RefusalCodeOf<typeof preValidate | typeof charge>>;

/** Problems of fields appear at the fields, all others above the form. */
function readRefused(refusal: PayRefusal, purchase: Purchase): PayResult {
  if (refusal.failure === 'terms_not_accepted') return { status: 'fields', problems: { terms: 'missing' } };
  return (refusal.failure === 'invalid_input' && invalidInput(refusal.data)) || readRefusal(refusal, purchase);
}

/** Undefined when none of the fields is on the form. */
function invalidInput({ fields }: FailureData<'invalid_input'>): PayResult | undefined {
  if (fields.some(({ name }) => name === NO_PLACES)) {
    return { status: 'refusal', refusal: { kind: 'text', text: 'payment.no places' }, stale: true };
  }
  const problems = refusedFields(fields);
  return Object.keys(problems).length > 0 ? { status: 'fields', problems } : undefined;
}

function refusedFields(named: readonly { name: string }[]): BuyProblems {
  return Object.fromEntries(
    named.flatMap(({ name }) => {
      const field = fieldsByWireName.get(name);
      return field ? [[field, 'refused']] : [];
    }),
  );
}
