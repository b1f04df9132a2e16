import type { HeldPlace, PlacesRule, RefusalCodeOf, SaleObstacle } from '@butaca/contract';
import type { changeSector, setPlaces, takeMore, takePlaces, takeQuantities } from '@butaca/contract/places';
import { lookUpRefusal, type RefusalIn, type RefusalTable } from '@butaca/contract/refusals';
import { endOf, type ListedEnd } from '../buy/addresses.ts';
import type { PlaceLabel } from './wishes.ts';

/** Why places were not taken, with the facts that explain it. */
export type Problem =
  | {
      readonly kind: 'taken';
      readonly placeIds: readonly number[] /** As far as known. */;
      readonly labels: readonly PlaceLabel[];
    }
  | { readonly kind: 'short'; readonly offers: readonly { readonly name: string; readonly free: number }[] }
  | ({ readonly kind: 'most' } & PlacesRule)
  | { readonly kind: 'closed'; readonly reason: SaleObstacle | undefined }
  | {
      readonly kind:
        | 'purchases'
        | 'crowded'
        | 'busy'
        | 'companion'
        | 'fixed'
        | 'turn'
        | 'accessible'
        | 'over'
        | ListedEnd
        | 'paying'
        | 'foreign'
        | 'failed';
    };

const MOST_OFFERS = 5;

type ClaimRefusal = RefusalCodeOf<typeof takePlaces | typeof takeQuantities | typeof takeMore | typeof setPlaces | typeof changeSector>;

const failed: Problem = { kind: 'failed' };

const problems: RefusalTable<ClaimRefusal, Problem> = {
  places_taken: ({ placeIds }) => ({ kind: 'taken', placeIds, labels: [] }),
  not_enough_places: ({ sectors }) => ({
    kind: 'short',
    offers: sectors
      .filter(({ free }) => free > 0)
      .sort((a, b) => b.free - a.free)
      .slice(0, MOST_OFFERS),
  }),
  too_many_places: ({ limit, most, has = 0 }) => ({ kind: 'most', limit, most, has }),
  too_many_purchases: () => ({ kind: 'purchases' }),
  crowded_network: () => ({ kind: 'crowded' }),
  busy: () => ({ kind: 'busy' }),
  too_many_requests: () => ({ kind: 'busy' }),
  not_on_sale: ({ reason }) => ({ kind: 'closed', reason }),
  cannot_reserve: () => ({ kind: 'fixed' }),
  turn_needed: ({ obstacle }) => ({ kind: obstacle === 'accessible_only' ? 'accessible' : 'turn' }),
  purchase_over: ({ stage }) => ({ kind: endOf(stage) }),
  not_found: () => ({ kind: 'over' }),
  purchase_paying: () => ({ kind: 'paying' }),
  not_for_you: () => failed,
  key_reused: () => failed,
  invalid_input: () => failed,
  malformed_address: () => failed,
  foreign_page: () => ({ kind: 'foreign' }),
  malformed_body: () => failed,
  body_too_large: () => failed,
  unsupported_media_type: () => failed,
};

/** A refused claim in the buyer's terms; null when the answer could not be read. */
export const problemOf = (refusal: RefusalIn<ClaimRefusal> | null): Problem => (refusal ? lookUpRefusal(problems, refusal) : failed);

/** Whether the wishes after a refused claim are still sent: losing one place does not mean losing the next. */
export const mayContinueAfter = ({ kind }: Problem): boolean => kind === 'taken' || kind === 'short' || kind === 'most';

/** What is announced after an answer, on the page and by screen readers. */
export type Announcement =
  | { readonly kind: 'held'; readonly places: readonly HeldPlace[]; readonly apart: boolean }
  | { readonly kind: 'given'; readonly place: HeldPlace }
  | { readonly kind: 'problem'; readonly problem: Problem };

/**
 * The announcements still shown, with the next one: held places are one sentence, and so are lost ones; a place that was
 * given back at once is not announced as taken. Problems come last, where they are seen.
 */
export function withAnnouncement(announcements: readonly Announcement[], next: Announcement): readonly Announcement[] {
  const older = next.kind === 'given' ? announcements.flatMap((one) => without(one, next.place.placeId)) : announcements;
  const index = older.findIndex((one) => isAlike(one, next));
  const merged = index < 0 ? [...older, next] : older.map((one, at) => (at === index ? both(one, next) : one));
  return [...merged.filter(({ kind }) => kind !== 'problem'), ...merged.filter(({ kind }) => kind === 'problem')];
}

function without(announcement: Announcement, placeId: number): readonly Announcement[] {
  if (announcement.kind !== 'held') return [announcement];
  const places = announcement.places.filter((place) => place.placeId !== placeId);
  return places.length > 0 ? [{ ...announcement, places }] : [];
}

const isAlike = (one: Announcement, other: Announcement): boolean => {
  if (one.kind === 'problem' && other.kind === 'problem') return one.problem.kind === other.problem.kind;
  return one.kind === 'held' && other.kind === 'held';
};

function both(one: Announcement, next: Announcement): Announcement {
  if (one.kind === 'held' && next.kind === 'held') {
    return { kind: 'held', places: [...one.places, ...next.places], apart: one.apart || next.apart };
  }
  if (one.kind !== 'problem' || next.kind !== 'problem') return next;
  const { problem } = one;
  if (problem.kind !== 'taken' || next.problem.kind !== 'taken') return next;
  const placeIds = [...new Set([...problem.placeIds, ...next.problem.placeIds])];
  return { kind: 'problem', problem: { kind: 'taken', placeIds, labels: [...problem.labels, ...next.problem.labels] } };
}
