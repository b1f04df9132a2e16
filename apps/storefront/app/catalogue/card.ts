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
  readonly poster?: CardImage | undefined;
  readonly featured?: CardImage | undefined;
}

/** What a link to a show needs, for lists that are not drawn yet. */
export type ShowLink = Pick<ShowCard, 'id' | 'seo' | 'name' | 'venueName'>;

export const toLink = ({ id, seo, name, venueName }: BillboardShow): ShowLink => ({ id, seo, name, venueName });

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
  poster: imageOf(show.images, 'poster'),
  featured: imageOf(show.images, 'featured'),
});

/** The weekday follows from the date. */
const withoutWeekday = (date: PerformanceDate | undefined): PerformanceDate | undefined => {
  if (!date) return undefined;
  const { weekday: _, ...rest } = date;
  return rest;
};
