import type { ShowDetail, ShowPerformance } from '@butaca/contract';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import landingTexts from '../../i18n/es/landing.json';
import { type CardImage, imageOf } from '../card.ts';
import { Months } from '../landing/dates/Months.tsx';

/** More of them are found on the page of the show. */
const MOST = 6;

/** What there is of a show beside a performance that cannot be bought. */
export interface OtherDates {
  readonly poster: CardImage | undefined;
  /** On sale. */
  readonly performances: readonly ShowPerformance[];
}

export const noOthers: OtherDates = { poster: undefined, performances: [] };

export const othersIn = ({ images, performances }: ShowDetail, performanceId: number): OtherDates => ({
  poster: imageOf(images, 'poster') ?? imageOf(images, 'featured'),
  performances: performances.filter(({ id, state }) => id !== performanceId && state === 'on_sale').slice(0, MOST),
});

/** The other dates of a show that can be bought; nothing without one. */
export function OtherDatesSection({ others: { performances }, showSeo }: { readonly others: OtherDates; readonly showSeo: string }) {
  const { t } = useTranslation(landingTexts);
  if (performances.length === 0) return null;
  return (
    <section aria-labelledby="other-dates">
      <h2 id="other-dates">{t('performance.others')}</h2>
      <Months performances={performances} showSeo={showSeo} />
    </section>
  );
}
