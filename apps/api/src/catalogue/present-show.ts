import type { BillboardShow, ShowPerformance, Venue } from '@butaca/contract';
import { presentImages } from './images.ts';
import { linkHash } from './link-hash.ts';
import { localDate } from './local-date.ts';
import type { PresenterSettings } from './presenter-settings.ts';
import { type Quote, quote, type Ticket } from './pricing.ts';
import type { AgendaRow, ShowPerformanceRow, ShowRow, VenueRow } from './rows.ts';

export function presentShow(row: ShowRow, settings: PresenterSettings): BillboardShow {
  const { id, seo, name, subtitle, typeId, typeName, venue, firstStartsAt, lastStartsAt, lastTimeZone } = row;
  const lowest = lowestPrice(row.cheapest, settings.displayUnit);
  return {
    id,
    hash: linkHash(settings.secret, 'show', id),
    seo,
    name,
    ...(subtitle ? { subtitle } : {}),
    typeId,
    typeName,
    venueId: venue.id,
    venueName: venue.name,
    venueSeo: venue.seo,
    ...(venue.city ? { venueCity: venue.city } : {}),
    images: presentImages(row.images, seo),
    ...(firstStartsAt
      ? { firstDate: localDate(firstStartsAt, venue.timeZone, settings.locale), firstStartsAt: firstStartsAt.epochMilliseconds }
      : {}),
    ...(lastStartsAt && lastTimeZone ? { lastDate: localDate(lastStartsAt, lastTimeZone, settings.locale) } : {}),
    performanceCount: row.performanceCount,
    days: [...row.days],
    ...(lowest ? { lowestPrice: lowest.final } : {}),
    soldOut: row.soldOut,
    ...(row.lastPlaces ? { lastPlaces: true } : {}),
    ...(row.announced ? { announced: true, ...presentOpening(row.opensAt, venue.timeZone, settings) } : {}),
    ...presentNextChange([row.changesAt]),
  };
}

const presentOpening = (at: Temporal.Instant | null, timeZone: string, { locale }: PresenterSettings) =>
  at === null ? {} : { onSaleAt: at.epochMilliseconds, onSaleDate: localDate(at, timeZone, locale) };

/** The first of some moments, if there is one. */
export function presentNextChange(moments: readonly (Temporal.Instant | null)[]): { changesAt?: number } {
  const known = moments.flatMap((moment) => moment?.epochMilliseconds ?? []);
  return known.length === 0 ? {} : { changesAt: Math.min(...known) };
}

export function presentPerformance(row: ShowPerformanceRow, showVenueId: number, settings: PresenterSettings): ShowPerformance {
  const { cheapest, highestFace } = row;
  const lowest = lowestPrice([cheapest], settings.displayUnit);
  // Charges grow with the face value, so the highest face has the highest final price.
  const highest = lowestPrice([cheapest && highestFace !== null ? { ...cheapest, faceValue: highestFace } : null], settings.displayUnit);
  return {
    ...presentWhen(row, row.timeZone, settings),
    ...(row.venueId === showVenueId ? {} : presentOtherVenue(row)),
    ...(lowest ? { lowestPrice: lowest.final, lowestPriceNet: lowest.net } : {}),
    ...(lowest && highest && highest.final > lowest.final ? { highestPrice: highest.final } : {}),
    ...(row.lastPlaces ? { lastPlaces: true } : {}),
    ...(row.movedFrom === null
      ? {}
      : { movedFrom: row.movedFrom.epochMilliseconds, movedFromDate: localDate(row.movedFrom, row.timeZone, settings.locale) }),
  };
}

/** What calendars take over a change by; of one that was never changed nothing. */
export const presentChanges = ({ revision, changedAt, isCancelled }: Pick<AgendaRow, 'revision' | 'changedAt' | 'isCancelled'>) => ({
  ...(revision > 1 ? { revision } : {}),
  ...(changedAt === null ? {} : { changedAt: changedAt.epochMilliseconds }),
  ...(isCancelled ? { isCancelled } : {}),
});

const presentOtherVenue = ({ venueName, venueAddress, venueCity, venueProvince, venuePostcode }: ShowPerformanceRow) => ({
  venueName,
  venueAddress,
  venueCity,
  ...(venueProvince === null ? {} : { venueProvince }),
  ...(venuePostcode === null ? {} : { venuePostcode }),
});

type When = Pick<ShowPerformanceRow, 'id' | 'startsAt' | 'state' | 'onSaleAt'>;

/** The fields of a performance in every answer: id, hash, date, state. */
export const presentWhen = ({ id, startsAt, state, onSaleAt }: When, timeZone: string, settings: PresenterSettings) => ({
  id,
  hash: linkHash(settings.secret, 'performance', id),
  date: localDate(startsAt, timeZone, settings.locale),
  startsAt: startsAt.epochMilliseconds,
  state,
  ...(state === 'announced' ? presentOpening(onSaleAt, timeZone, settings) : onSaleAt ? { onSaleAt: onSaleAt.epochMilliseconds } : {}),
});

export const presentVenue = (
  { capacity, sellsProducts, mapHash, province, postcode, transport, access, ...venue }: VenueRow,
  settings: PresenterSettings,
): Venue => ({
  ...venue,
  ...(province === null ? {} : { province }),
  ...(postcode === null ? {} : { postcode }),
  ...(mapHash === null ? {} : { mapHash }),
  ...(transport === null ? {} : { transport }),
  ...(access === null ? {} : { access }),
  ...(capacity === null ? {} : { capacity }),
  ...(sellsProducts && settings.sellsProducts ? { sellsProducts } : {}),
});

function lowestPrice(tickets: readonly (Ticket | null)[], displayUnit: number): Quote | undefined {
  return tickets
    .filter((ticket) => ticket !== null)
    .map((ticket) => quote([{ ...ticket, quantity: 1 }], displayUnit))
    .sort((one, other) => one.final - other.final)[0];
}
