import type { Translate } from '@butaca/brand/translate';
import type { DoubtfulPayment } from '@butaca/contract';
import type officeTexts from '../i18n/es/office.json';

/** Why a payment is in doubt. */
export function doubtText(
  { differs, isInReview, unlike }: Pick<DoubtfulPayment, 'differs' | 'isInReview' | 'unlike'>,
  t: Translate<typeof officeTexts>,
): string {
  if (unlike) return t('doubt.unlike', { said: t(`doubt.said.${unlike}`) });
  if (differs) return t('doubt.differs');
  return t(isInReview ? 'doubt.review' : 'doubt.silent');
}
