import { drawImage, drawScene, imageAlt, imageKinds, inkOf, sceneAlt, scenes } from '@butaca/posters';
import type { VenueMap } from '@butaca/venue-map';
import {
  type GalleryEntry,
  type ImageEntry,
  type LevelEntry,
  makeImage,
  type PerformanceEntry,
  type ProductEntry,
  type ShowEntry,
  sourceHashOf,
} from '../apps/api/src/catalogue/import/index.ts';
import type { DemoProduct, PlannedShow, PriceBook, Run } from './demo.ts';
import { kept } from './kept.ts';

interface ShowCircumstances {
  readonly runs: Readonly<Record<string, Run>>;
  readonly prices: PriceBook;
  readonly maps: ReadonlyMap<string, VenueMap>;
  readonly now: Temporal.ZonedDateTime;
}

/** A show without a plan is given on three Saturdays. */
const unplanned: Run = { weeks: [1, 3], slots: [[[6], '19:00']] };

const runOf = ({ slug }: PlannedShow, { runs }: ShowCircumstances): Run => runs[slug] ?? unplanned;

/** A show of a demo with a run planned now, without its images. */
export function showEntry(show: PlannedShow, position: number, circumstances: ShowCircumstances): ShowEntry {
  const { slug, venue, typeId } = show;
  const run = runOf(show, circumstances);
  return {
    seo: slug,
    typeId,
    venue,
    name: show.title,
    subtitle: show.subtitle ?? null,
    description: show.synopsis,
    credits: show.credits,
    ageNote: show.ageNote,
    people: show.people,
    durationMinutes: show.durationMinutes,
    listed: true,
    position,
    limits: null,
    reservations: run.reservations ?? null,
    refunds: null,
    slowPayments: run.slowPayments ?? null,
    nominations: run.nominations ?? null,
    images: [],
    charges: circumstances.prices.charges({ venue, typeId }),
    promotions: run.promotions,
    performances: performancesOf(show, circumstances),
  };
}

/** The performances of a run planned now, those that were given before too. */
export function performancesOf(show: PlannedShow, circumstances: ShowCircumstances): PerformanceEntry[] {
  const { venue, typeId } = show;
  const { prices, maps, now } = circumstances;
  const run = runOf(show, circumstances);
  const levels = levelsFor(prices, maps.get(venue)?.categories ?? [], { venue, typeId, factor: run.priced ?? 1 });
  return scheduleOf(run, now).map((when) => ({ ...when, venue, levels }));
}

const DOORS_MINUTES = 45;
const SALE_OPENS = '10:00';
/** Before today, of what is on sale. */
const SOLD_FOR_DAYS = 45;

const MOVED_BY_DAYS = 2;

type When = Pick<PerformanceEntry, 'startsAt' | 'previousStarts' | 'doorsAt' | 'onSaleAt' | 'state'>;

/** The performances of a run planned now, in order; those of today that have begun are left out. */
function scheduleOf(run: Run, now: Temporal.ZonedDateTime): When[] {
  const {
    weeks: [first, last],
    slots,
    played = 0,
    onSaleInDays,
  } = run;
  const { timeZoneId: timeZone } = now;
  const today = now.toPlainDate();
  const at = (day: Temporal.PlainDate, time: string) => day.toZonedDateTime({ timeZone, plainTime: time }).toInstant();
  const isAnnounced = onSaleInDays !== undefined;
  const onSaleAt = at(today.add({ days: onSaleInDays ?? -SOLD_FOR_DAYS }), SALE_OPENS);
  const starts: Temporal.Instant[] = [];
  for (let day = (first - played) * 7; day < (last + 1) * 7; day += 1) {
    const date = today.add({ days: day });
    for (const [weekdays, time] of slots) {
      if (weekdays.some((weekday) => weekday === date.dayOfWeek)) starts.push(at(date, time));
    }
  }
  const inOrder = starts.sort(Temporal.Instant.compare);
  const midnight = today.toZonedDateTime(timeZone).toInstant();
  const given = inOrder.filter((startsAt) => Temporal.Instant.compare(startsAt, midnight) < 0);
  const toCome = inOrder.filter((startsAt) => Temporal.Instant.compare(startsAt, now.toInstant()) > 0);
  const state = (index: number): PerformanceEntry['state'] =>
    run.cancelled?.includes(index) ? 'cancelled' : run.soldOut?.includes(index) ? 'sold_out' : isAnnounced ? 'announced' : 'on_sale';
  return [
    ...given.map((startsAt) => ({ startsAt, state: 'on_sale' as const })),
    ...toCome.map((startsAt, index) => ({
      startsAt,
      state: state(index),
      ...(run.moved?.includes(index) ? { previousStarts: [startsAt.subtract({ hours: 24 * MOVED_BY_DAYS })] } : {}),
    })),
  ].map((when) => ({ ...when, doorsAt: when.startsAt.subtract({ minutes: DOORS_MINUTES }), onSaleAt }));
}

export interface PricedBy {
  readonly venue: string;
  readonly typeId: number;
  /** Times the venue's usual price. */
  readonly factor: number;
}

const MINOR_UNITS = 100;

/** A price level for each category of the map. */
function levelsFor(book: PriceBook, categories: VenueMap['categories'], { venue, typeId, factor }: PricedBy): LevelEntry[] {
  const kinds = [['General', 1] as const, ...(book.reduced[typeId] ?? [])];
  return categories.map((category) => {
    const [amount, name = category.name] = book.usual[venue]?.[category.id] ?? [book.unknown];
    return {
      category: category.id,
      name,
      color: category.color?.toLowerCase() ?? null,
      types: kinds.map(([kind, part]) => ({
        name: kind,
        faceValue: Math.ceil((amount * factor * part) / book.step) * book.step * MINOR_UNITS,
        taxClass: book.taxClasses[typeId] ?? 'exempt',
      })),
    };
  });
}

/** Every kind of image of a show, drawn. */
export const imagesOf = (show: PlannedShow): Promise<ImageEntry[]> =>
  Promise.all(
    imageKinds.map(async (kind) => {
      const drawing = Buffer.from(drawImage(show, kind).svg);
      return {
        kind,
        alt: imageAlt(show, kind),
        ink: inkOf(show).background,
        sourceHash: sourceHashOf(drawing),
        made: await kept([kind, drawing], () => makeImage(drawing, kind)),
      };
    }),
  );

/** The scenes of a show that has a gallery. */
export const galleryOf = (show: PlannedShow): Promise<GalleryEntry[]> =>
  Promise.all(
    (show.hasGallery ? scenes : []).map(async (scene) => {
      const drawing = Buffer.from(drawScene(show, scene).svg);
      return {
        alt: sceneAlt(show, scene),
        ink: inkOf(show).background,
        sourceHash: sourceHashOf(drawing),
        made: await kept(['gallery', drawing], () => makeImage(drawing, 'gallery')),
      };
    }),
  );

/** A product with its picture. */
export async function productEntry({ drawing, alt, ...product }: DemoProduct): Promise<ProductEntry> {
  const bytes = Buffer.from(drawing);
  return {
    ...product,
    image: { alt, sourceHash: sourceHashOf(bytes), made: (await kept(['thumbnail', bytes], () => makeImage(bytes, 'thumbnail'))).image },
  };
}
