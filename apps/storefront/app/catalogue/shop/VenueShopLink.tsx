import type { Venue } from '@butaca/contract';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { Link } from 'react-router';
import { useFrame } from '../../frame/use-frame.ts';
import shopTexts from '../../i18n/es/shop.json';
import { pathTo } from '../../paths.ts';

/** On to what a venue sells beside tickets; nothing where it sells nothing. */
export function VenueShopLink({ venue }: { venue: Venue }) {
  const { t } = useTranslation(shopTexts);
  const { products } = useFrame().brand.flags;
  if (!products || !venue.sellsProducts) return null;
  return <Link to={pathTo('CarteleraProductos', { venueId: venue.id })}>{t('title.venue', { venue: venue.name })}</Link>;
}
