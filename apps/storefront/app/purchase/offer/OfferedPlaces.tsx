import type { HeldPlace, PlacesOffer, Purchase } from '@butaca/contract';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { PerformanceTickets } from '../buy/summary/PerformanceTickets.tsx';
import { seatName } from '../buy/summary/place-name.ts';
import { buyTexts } from '../buy/texts.ts';
import styles from './Offer.module.css';
import { offerTexts } from './texts.ts';

/** All places of the purchase as they are now; those that stand for others say for which. */
export function OfferedPlaces({ purchase, offer }: { purchase: Purchase; offer: PlacesOffer }) {
  const { t } = useTranslation(offerTexts);
  const { t: buy } = useTranslation(buyTexts);
  return (
    <section className={styles.places} aria-labelledby="places-title">
      <h2 id="places-title">{t('places')}</h2>
      {purchase.performances.map((performance) => {
        const change = offer.changes.find(({ performanceId }) => performanceId === performance.id);
        const insteadOf = ({ placeId }: HeldPlace) => change?.chosen[change.offered.findIndex((place) => place.placeId === placeId)];
        return (
          <PerformanceTickets
            key={performance.id}
            performance={performance}
            actionOf={(place) => {
              const before = insteadOf(place);
              // Where places have no numbers one is as the other.
              const name = before && seatName(before, buy);
              return name && <p className={styles.instead}>{t('instead', { place: name })}</p>;
            }}
          />
        );
      })}
    </section>
  );
}
