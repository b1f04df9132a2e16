import type { Venue } from '@butaca/contract';
import { mapPage } from '@butaca/contract/pages';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import venueTexts from '../../i18n/es/venue.json';

/** On to a map of the way, which nothing loads before it is pressed. */
export function WayThere({ venue: { name, address, city } }: { venue: Pick<Venue, 'name' | 'address' | 'city'> }) {
  const { t } = useTranslation(venueTexts);
  return (
    <a href={mapPage(`${address}, ${city}`)} target="_blank" rel="noreferrer" aria-label={t('way.long', { venue: name })}>
      {t('way')}
    </a>
  );
}
