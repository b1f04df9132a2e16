import { formatMoney, type MoneyLocale } from '@butaca/brand/money';
import type { ShowPerformance } from '@butaca/contract';
import { showPage, venuePage } from '@butaca/contract/pages';
import type { WidgetDocument, WidgetShow } from '@butaca/contract/widget';
import type { Db } from '#db/connect';
import { presentImages } from '../images.ts';
import { presentPerformance } from '../present-show.ts';
import type { PresenterSettings } from '../presenter-settings.ts';
import { findPerformancesAtVenue, findShowsInOrder } from '../queries.ts';
import type { ShowRow, VenueRow } from '../rows.ts';

const MOST_SHOWS = 24;
const MOST_DATES = 3;
/** As wide as the widget shows a picture on a screen with two dots per pixel. */
const IMAGE_WIDTH = 240;

interface DocumentSettings extends PresenterSettings {
  readonly money: MoneyLocale;
  readonly publicOrigin: string;
}

/** What plays at a venue. Each show by the performances that matter now: those on sale, else those to be announced, else sold-out ones. */
export async function widgetDocument(db: Db, venue: VenueRow, settings: DocumentSettings): Promise<WidgetDocument> {
  const { publicOrigin } = settings;
  const byShow = Map.groupBy(await findPerformancesAtVenue(db, venue.id), ({ showId }) => showId);
  const listed = [...byShow]
    .map(([showId, rows]) => ({ showId, ...relevant(rows.map((row) => presentPerformance(row, venue.id, settings))) }))
    .sort((one, other) => startOf(one) - startOf(other))
    .slice(0, MOST_SHOWS);
  const shows = await findShowsInOrder(
    db,
    listed.map(({ showId }) => showId),
  );
  const known = new Map(shows.map((show) => [show.id, show]));
  return {
    venue: venue.name,
    page: new URL(venuePage(venue), publicOrigin).href,
    // A show that was taken off between the two statements is left out.
    shows: listed.flatMap(({ showId, ...state }) => {
      const show = known.get(showId);
      return show ? [presentInWidget(show, state, { ...settings, timeZone: venue.timeZone })] : [];
    }),
  };
}

interface Relevant {
  readonly state: WidgetShow['state'];
  readonly performances: readonly ShowPerformance[];
}

const startOf = ({ performances }: Relevant) => performances[0]?.startsAt ?? 0;

function relevant(performances: readonly ShowPerformance[]): Relevant {
  const onSale = performances.filter(({ state }) => state === 'on_sale');
  if (onSale.length > 0) return { state: 'on_sale', performances: onSale };
  const announced = performances.filter(({ state }) => state === 'announced');
  return announced.length > 0 ? { state: 'coming_soon', performances: announced } : { state: 'sold_out', performances };
}

function presentInWidget(
  show: ShowRow,
  { state, performances }: Relevant,
  { publicOrigin, money, timeZone }: DocumentSettings & { readonly timeZone: string },
): WidgetShow {
  const local = (at: number) =>
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toString({ timeZoneName: 'never', smallestUnit: 'minute' });
  const image = imageOf(show, publicOrigin);
  const prices = performances.flatMap(({ lowestPrice }) => lowestPrice ?? []);
  const sales = performances.flatMap(({ onSaleAt }) => onSaleAt ?? []);
  return {
    name: show.name,
    page: new URL(showPage(show.seo), publicOrigin).href,
    ...(image ? { image } : {}),
    state,
    dates: performances.slice(0, MOST_DATES).map(({ startsAt }) => local(startsAt)),
    dateCount: performances.length,
    ...(prices.length > 0 ? { price: formatMoney(Math.min(...prices), money) } : {}),
    ...(state === 'coming_soon' && sales.length > 0 ? { onSaleAt: local(Math.min(...sales)) } : {}),
  };
}

/** The poster, or any picture there is, in the smallest size that is wide enough; WebP, which every browser of the widget reads. */
function imageOf({ images, seo }: ShowRow, publicOrigin: string): WidgetShow['image'] {
  const presented = presentImages(images, seo);
  const image = presented.find(({ kind }) => kind === 'poster') ?? presented[0];
  if (!image) return undefined;
  const webp = (image.variants ?? []).filter(({ mediaType }) => mediaType === 'image/webp').sort((one, other) => one.width - other.width);
  const { url } = webp.find(({ width }) => width >= IMAGE_WIDTH) ?? webp.at(-1) ?? image;
  return { url: new URL(url, publicOrigin).href, width: image.width, height: image.height };
}
