import type { TextKey } from '@butaca/brand/translate';
import type { PayLink, PaymentOutcome } from '@butaca/contract';
import type linkTexts from '../../i18n/es/pay-link.json';

type Text = TextKey<typeof linkTexts>;

interface LinkEnd {
  readonly title: Text;
  readonly text: Text;
  /** This payer's money goes back, or went back. */
  readonly isReturned?: true;
  /** Somebody else has paid. */
  readonly isOthers?: true;
}

const notCharged: readonly PaymentOutcome[] = ['declined', 'cancelled'];

/** What a link that is not paid now says to whoever looks at it; to a payer who pressed "pay", of their own card. */
export function endOfLink({ state, mine }: Pick<PayLink, 'mine'> & { readonly state: Exclude<PayLink['state'], 'payable'> }): LinkEnd {
  const back = mine && returned(mine);
  if (back) return back;
  if (state === 'paid' && mine && notCharged.includes(mine.outcome)) return { title: 'other.title', text: 'other.text', isOthers: true };
  return { title: `${state}.title`, text: `${state}.text` };
}

/** Undefined where none of this payer's money goes back. */
export function returned({ outcome, isUnproven }: NonNullable<PayLink['mine']>): LinkEnd | undefined {
  if (outcome !== 'late' && outcome !== 'refunded') return undefined;
  if (isUnproven) return { title: 'back.unproven.title', text: 'back.unproven.text', isReturned: true };
  return outcome === 'late'
    ? { title: 'back.under way.title', text: 'back.under way.text', isReturned: true }
    : { title: 'back.title', text: 'back.text', isReturned: true };
}
