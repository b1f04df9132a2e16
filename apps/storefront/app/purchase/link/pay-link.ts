import type { TextKey } from '@butaca/brand/translate';
import type { ClickKey } from '@butaca/browser/click-key.ts';
import type { Client, Outcome, PayLink, PayLinkResult, PaymentMethod, RefusalCodeOf, RefusalIn } from '@butaca/contract';
import { continuePayLink, payByLink } from '@butaca/contract/pay-link';
import { lookUpRefusal, type RefusalTable } from '@butaca/contract/refusals';
import { normalDocument } from '@butaca/contract/rules/person';
import { typedText } from '@butaca/contract/rules/typed';
import type linkTexts from '../../i18n/es/pay-link.json';
import type { BuyForm, BuyProblems } from '../buy/buy-form.ts';
import type { TokenResult } from '../buy/card/card-token.ts';
import { namedFields, type StepGiven } from '../confirmation/resume.ts';

/** The outside world of one press on "pay". */
export interface LinkPayWorld {
  readonly call: Client['call'];
  readonly tokenOf: (method: PaymentMethod, form: BuyForm) => Promise<TokenResult>;
  readonly captcha: () => Promise<string | undefined>;
  /** Of the form; a card's token is used once, so every press has another key. */
  readonly click: ClickKey;
  /** Keeps the key of a press before it is sent. */
  readonly keep: (click: string) => void;
}

interface LinkPayOrder {
  readonly code: string;
  /** As the payer sees it: the charge is refused unless its amount is this one. */
  readonly link: PayLink;
  readonly method: PaymentMethod;
  readonly form: BuyForm;
  readonly instalments: number;
}

export type LinkPayEnd =
  /** `click`: the key of the press, by which the payer goes on with the payment. */
  | { readonly status: 'answered'; readonly result: PayLinkResult; readonly click: string }
  /** Without an answer, or with somebody else's payment under way: the page of the outcome asks. */
  | { readonly status: 'to-verify' }
  | { readonly status: 'fields'; readonly problems: BuyProblems }
  /** `again`: what the link is for has changed, and is read again. */
  | { readonly status: 'refused'; readonly text: TextKey<typeof linkTexts>; readonly again?: true };

/** The server answers sooner than this, however slow the bank is. */
const CHARGE_WITHIN_MS = 45_000;

/** One press: gets the card's token from the payments host and charges once; an outcome that is not known is asked for, never charged again. */
export async function payTheLink(world: LinkPayWorld, { code, link, method, form, instalments }: LinkPayOrder): Promise<LinkPayEnd> {
  let captcha: string | undefined;
  try {
    captcha = await world.captcha();
  } catch {
    return refused('refused.captcha');
  }
  const token = await world.tokenOf(method, form);
  if (token.status === 'refused' && token.fields.length > 0)
    return { status: 'fields', problems: Object.fromEntries(token.fields.map((field) => [field, 'refused'])) };
  if (token.status !== 'ok') return refused('refused.card');
  const input = {
    params: { code },
    body: {
      ...token.card,
      holder: typedText(form.holder),
      documentType: form.documentType as 'dni',
      documentNumber: normalDocument(form.documentNumber),
      email: form.email,
      birthday: form.birthday || undefined,
      instalments,
      paymentMethodId: method.id,
      total: link.amount,
      acceptsTerms: true as const,
      captcha,
    },
  };
  let click = '';
  const outcome = await world.click.run([payByLink.path, input], (idempotencyKey) => {
    click = idempotencyKey;
    world.keep(click);
    const signal = AbortSignal.timeout(CHARGE_WITHIN_MS);
    return world.call(payByLink, input, { purpose: 'charging', idempotencyKey, saysKeyReused: true, signal });
  });
  return endOf(outcome, click);
}

interface LinkStep extends Pick<LinkPayOrder, 'code'> {
  /** Where the step was, which tells it from the next one. */
  readonly url: string;
  /** The key of the press that began the payment. */
  readonly click: string;
  readonly given: StepGiven;
}

/** Goes on after the payer's step; undefined when nothing is known of what became of the payment. */
export async function goOnWithLink(world: Pick<LinkPayWorld, 'call' | 'click'>, { code, url, click, given }: LinkStep) {
  const outcome = await world.click.keyed(world.call, url)(
    continuePayLink,
    { params: { code }, body: { click, given: namedFields(given) } },
    { purpose: 'charging', signal: AbortSignal.timeout(CHARGE_WITHIN_MS) },
  );
  return outcome.status === 'ok' ? outcome.data : undefined;
}

function endOf(outcome: Outcome<typeof payByLink>, click: string): LinkPayEnd {
  if (outcome.status === 'ok') return { status: 'answered', result: outcome.data, click };
  if (outcome.status === 'refusal') return lookUpRefusal(refusals, outcome as RefusalIn<RefusalCodeOf<typeof payByLink>>);
  return { status: 'to-verify' };
}

const refused = (text: TextKey<typeof linkTexts>): LinkPayEnd => ({ status: 'refused', text });
const changed = (text: TextKey<typeof linkTexts>): LinkPayEnd => ({ status: 'refused', text, again: true });
const other = () => refused('refused.other');

const refusals: RefusalTable<RefusalCodeOf<typeof payByLink>, LinkPayEnd> = {
  purchase_paying: () => ({ status: 'to-verify' }),
  purchase_over: () => changed('refused.over'),
  places_lost: () => changed('refused.places'),
  price_changed: () => changed('refused.price'),
  not_on_sale: () => changed('refused.over'),
  delivery_unavailable: () => changed('refused.over'),
  product_refused: () => changed('refused.over'),
  not_found: () => changed('refused.over'),
  address_unconfirmed: () => refused('refused.buyer'),
  bill_receiver_needed: () => refused('refused.buyer'),
  link_balance_gone: () => refused('refused.balance'),
  first_card_waits: () => changed('refused.first'),
  companion_alone: () => refused('refused.companion'),
  captcha_failed: () => refused('refused.captcha'),
  terms_not_accepted: () => ({ status: 'fields', problems: { terms: 'missing' } }),
  too_many_card_tries: () => refused('refused.tries'),
  payment_method_down: () => refused('refused.busy'),
  payment_method_unavailable: () => refused('refused.card'),
  busy: () => refused('refused.busy'),
  too_many_requests: () => refused('refused.busy'),
  invalid_input: () => refused('refused.card'),
  key_reused: () => changed('refused.other'),
  malformed_address: other,
  foreign_page: () => refused('refused.foreign'),
  malformed_body: other,
  body_too_large: other,
  unsupported_media_type: other,
};
