import { type CounterPerformance, type PerformanceDetail, Refusal, type ShowDetail } from '@butaca/contract';
import type { Db } from '#db/connect';
import type { ClosedPerformances } from './closed-performances.ts';
import { presentGallery, presentImages } from './images.ts';
import { isLinkHash, linkHash } from './link-hash.ts';
import { presentChanges, presentNextChange, presentPerformance, presentShow, presentVenue, presentWhen } from './present-show.ts';
import type { PresenterSettings } from './presenter-settings.ts';
import { quote } from './pricing.ts';
import {
  findAgenda,
  findGallery,
  findListedShow,
  findNextPhase,
  findPerformancesOfShow,
  findPerformancesToCome,
  findPromotionsOfShow,
  findPerformance as readPerformance,
} from './queries.ts';
import type { AgendaFilter, Channel, PerformanceRow } from './rows.ts';

/** A listed show with its performances to come; anything else, and a wrong hash, is not available (C-10). */
export async function findShow(
  db: Db,
  { showId, hash }: { showId: number; hash?: string | undefined },
  settings: PresenterSettings,
): Promise<ShowDetail> {
  if (!isLinkHash(settings.secret, 'show', showId, hash)) throw new Refusal('event_not_available');
  const [[row], performances, promotions, nextPhase, gallery] = await Promise.all([
    findListedShow(db, showId),
    findPerformancesOfShow(db, showId),
    findPromotionsOfShow(db, showId),
    findNextPhase(db, showId),
    findGallery(db, showId),
  ]);
  if (!row) throw new Refusal('event_not_available');
  const { description, credits, ageNote, durationMinutes, people, trailerUrl, venue } = row;
  return {
    ...presentShow(row, settings),
    ...presentNextChange([row.changesAt, nextPhase]),
    ...(description ? { description } : {}),
    ...(credits ? { credits } : {}),
    ...(ageNote ? { ageNote } : {}),
    ...(durationMinutes ? { durationMinutes } : {}),
    ...(people.length > 0 ? { people: [...people] } : {}),
    ...(trailerUrl ? { trailerUrl } : {}),
    ...(gallery.length > 0 ? { gallery: presentGallery(gallery, row.seo) } : {}),
    venue: presentVenue(venue, settings),
    performances: performances.map((performance) => presentPerformance(performance, venue.id, settings)),
    ...(promotions.length > 0 ? { promotions: promotions.map(presentPromotion) } : {}),
  };
}

const presentPromotion = ({ name, note, until }: { name: string; note: string | null; until: Temporal.Instant | null }) => ({
  name,
  ...(note === null ? {} : { note }),
  ...(until === null ? {} : { until: until.epochMilliseconds }),
});

export interface PerformanceWorld {
  readonly db: Db;
  readonly settings: PresenterSettings;
  readonly closed: ClosedPerformances;
}

interface PerformanceRequest {
  readonly performanceId: number;
  readonly hash?: string | undefined;
  /** Charges differ between the storefront and the counter. */
  readonly channel: Channel;
}

/** A performance with sectors and final prices; over, cancelled, unlisted, unknown or with a wrong hash it is not available (C-10). */
export async function findPerformance(
  { db, settings, closed }: PerformanceWorld,
  { performanceId, hash, channel }: PerformanceRequest,
): Promise<PerformanceDetail> {
  if (!isLinkHash(settings.secret, 'performance', performanceId, hash)) throw new Refusal('event_not_available');
  const known = await closed.known(performanceId, channel);
  if (known) throw new Refusal('event_not_available', { performance: known });
  const [row] = await readPerformance(db, performanceId, channel);
  if (!row) {
    const performance = await closed.find(performanceId, channel);
    throw new Refusal('event_not_available', performance ? { performance } : {});
  }
  return {
    ...presentWhen(row, row.venue.timeZone, settings),
    show: { name: row.showName, venueName: row.venue.name, typeId: row.showTypeId, images: presentImages(row.images, row.showSeo) },
    showSeo: row.showSeo,
    showId: row.showId,
    showHash: linkHash(settings.secret, 'show', row.showId),
    venue: presentVenue(row.venue, settings),
    priceLevels: row.levels.map((level) => presentLevel(level, row, settings.displayUnit)),
    ...(row.mapHash ? { mapHash: row.mapHash } : {}),
    ...presentMost(row, channel, settings),
    ...presentReservation(row),
    ...(channel === 'box_office' ? { sellsUntil: row.sellsUntil.epochMilliseconds } : {}),
    ...presentNextChange([row.sellsUntil, row.state === 'announced' && row.mapHash ? row.onSaleAt : null, reservationEnd(row)]),
    sectors: row.sectors.map(({ levelIds, ...sector }) => ({ ...sector, priceLevelIds: [...levelIds] })),
  };
}

/** At the counter the limit per customer does not apply; online no purchase holds more than its customer may have. */
function presentMost({ mostPerCustomer }: PerformanceRow, channel: Channel, settings: PresenterSettings) {
  const { mostPlaces } = settings;
  if (channel === 'box_office') return { mostPlaces };
  const perCustomer = mostPerCustomer ?? settings.mostPerCustomer;
  return { mostPlaces: Math.min(mostPlaces, perCustomer), mostPerCustomer: perCustomer };
}

function presentReservation(row: PerformanceRow) {
  if (!row.reservation || !reservationEnd(row)) return {};
  const { mostPercent: _, ...rule } = row.reservation;
  return { reservation: rule };
}

/** Null where its places may not be reserved, or no longer. */
function reservationEnd({ reservation, startsAt }: PerformanceRow): Temporal.Instant | null {
  const end = reservation && startsAt.subtract({ hours: reservation.closesHours });
  return end && end.epochMilliseconds > Date.now() ? end : null;
}

function presentLevel(
  { id, name, color, category, types }: PerformanceRow['levels'][number],
  { charges }: PerformanceRow,
  displayUnit: number,
) {
  return {
    id,
    name,
    ...(color ? { color } : {}),
    category,
    prices: types.map((type) => {
      const price = quote([{ ...type, charges, quantity: 1 }], displayUnit);
      return { priceTypeId: type.id, name: type.name, face: price.face, charges: price.charges, final: price.final, net: price.net };
    }),
  };
}

/** More than a clerk scrolls through; later performances can be found on the shop's pages. */
const MOST_AT_COUNTER = 500;

/** All performances that a counter may sell, in one answer, so that the screen searches locally. */
export async function listForCounter(db: Db, settings: PresenterSettings): Promise<{ items: CounterPerformance[] }> {
  const rows = await findPerformancesToCome(db, MOST_AT_COUNTER);
  return {
    items: rows.map(({ showName, venueName, timeZone, sellsUntil, ...row }) => ({
      ...presentWhen(row, timeZone, settings),
      sellsUntil: sellsUntil.epochMilliseconds,
      showName,
      venueName,
      timeZone,
    })),
  };
}

/** The calendar of the whole billboard looks no further ahead. */
const MOST_IN_AGENDA = 1000;
/** More than one show or venue has to come; a limit only so that no answer grows without end. */
const MOST_OF_ONE = 5000;

/** Performances to come, all or those of one show or venue, for the calendars that programs subscribe to. */
export const listAgenda = async (db: Db, filter: AgendaFilter) => ({
  items: (await findAgenda(db, filter, filter.showId || filter.venueId ? MOST_OF_ONE : MOST_IN_AGENDA)).map(
    ({ startsAt, durationMinutes, revision, changedAt, isCancelled, ...row }) => ({
      ...row,
      startsAt: startsAt.epochMilliseconds,
      ...presentChanges({ revision, changedAt, isCancelled }),
      ...(durationMinutes === null ? {} : { durationMinutes }),
    }),
  ),
});
