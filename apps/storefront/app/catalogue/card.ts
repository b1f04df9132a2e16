import type { BillboardShow, PerformanceDate, ShowImage } from '@butaca/contract';
import { type DayNumber, readDay } from './calendar.ts';

/** What a card shows and what leads to the show, so that a page carries no more of the billboard than it needs. */
export interface ShowCard {
  readonly id: number;
  readonly hash: string;
  readonly seo: string;
  readonly name: string;
  readonly subtitle?: string | undefined;
  readonly typeId: number;
  readonly typeName: string;
  readonly venueName: string;
  readonly venueCity?: string | undefined;
  readonly venueId: number;
  readonly firstDate?: PerformanceDate | undefined;
  readonly lastDate?: PerformanceDate | undefined;
  readonly performanceCount: number;
  /** Days with a performance to come. */
  readonly days: readonly DayNumber[];
  readonly lowestPrice?: number | undefined;
  readonly soldOut: boolean;
  readonly lastPlaces?: boolean | undefined;
  /** Nothing of it is on sale yet. */
  readonly announced?: boolean | undefined;
  /** When the first of an announced one goes on sale, by the clocks of its venue. */
  readonly onSaleDate?: PerformanceDate | undefined;
  /** When the clock will change the card. */
  readonly changesAt?: number | undefined;
  /** While the page was open. */
  readonly became?: 'on_sale' | 'gone' | undefined;
  readonly poster?: CardImage | undefined;
  readonly featured?: CardImage | undefined;
}

/** What a list that is not drawn yet needs of a show: its link, and the room that its card will take. */
export type ShowLink = Pick<
  ShowCard,
  | 'id'
  | 'seo'
  | 'name'
  | 'venueName'
  | 'firstDate'
  | 'lastDate'
  | 'performanceCount'
  | 'lowestPrice'
  | 'soldOut'
  | 'lastPlaces'
  | 'announced'
  | 'onSaleDate'
  | 'became'
> & {
  readonly poster?: PictureShape | undefined;
  readonly featured?: PictureShape | undefined;
};

type PictureShape = Pick<CardImage, 'width' | 'height'>;

export function toLink(show: BillboardShow): ShowLink {
  const card = toCard(show);
  const shapeOf = (image: CardImage | undefined) => image && { width: image.width, height: image.height };
  return {
    id: card.id,
    seo: card.seo,
    name: card.name,
    venueName: card.venueName,
    firstDate: card.firstDate,
    lastDate: card.lastDate,
    performanceCount: card.performanceCount,
    lowestPrice: card.lowestPrice,
    soldOut: card.soldOut,
    ...(card.lastPlaces && { lastPlaces: true }),
    ...(card.announced && { announced: true, onSaleDate: card.onSaleDate }),
    poster: shapeOf(card.poster),
    featured: shapeOf(card.featured),
  };
}

export interface CardImage {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
  readonly ink?: string | undefined;
  readonly variants?: ShowImage['variants'];
}

export const imageOf = (images: readonly ShowImage[], kind: ShowImage['kind']): CardImage | undefined => {
  const image = images.find((each) => each.kind === kind);
  return image && { url: image.url, width: image.width, height: image.height, alt: image.alt, ink: image.ink, variants: image.variants };
};

/** Messengers show a narrower picture small, and Google asks for pictures of pixels: it shows no SVG. */
const SHARED_WIDTH = 1200;
export const isPixels = (url: string) => !/\.svg(?:$|\?)/.test(url);

/** What a message that links to the show has beside it. */
export const sharedImageOf = (images: readonly ShowImage[]): CardImage | undefined =>
  (['share', 'featured', 'header'] as const)
    .flatMap((kind) => imageOf(images, kind) ?? [])
    .find(({ url, width }) => isPixels(url) && width >= SHARED_WIDTH);

export const toCard = (show: BillboardShow): ShowCard => ({
  id: show.id,
  hash: show.hash,
  seo: show.seo,
  name: show.name,
  subtitle: show.subtitle,
  typeId: show.typeId,
  typeName: show.typeName,
  venueName: show.venueName,
  venueCity: show.venueCity,
  venueId: show.venueId,
  firstDate: withoutWeekday(show.firstDate),
  lastDate: withoutWeekday(show.lastDate),
  performanceCount: show.performanceCount,
  days: show.days.flatMap((day) => readDay(day) ?? []),
  lowestPrice: show.lowestPrice,
  soldOut: show.soldOut,
  lastPlaces: show.lastPlaces,
  announced: show.announced,
  onSaleDate: withoutWeekday(show.onSaleDate),
  changesAt: show.changesAt,
  poster: imageOf(show.images, 'poster'),
  featured: imageOf(show.images, 'featured'),
});

/** The weekday follows from the date. */
const withoutWeekday = (date: PerformanceDate | undefined): PerformanceDate | undefined => {
  if (!date) return undefined;
  const { weekday: _, ...rest } = date;
  return rest;
};
