import type { HeldPlace } from '@butaca/contract';
import type { Problem } from './problem.ts';

/** What an answer has to say to the buyer, seen and heard. */
export type Said =
  | { readonly kind: 'held'; readonly places: readonly HeldPlace[]; readonly apart: boolean }
  | { readonly kind: 'given'; readonly place: HeldPlace }
  | { readonly kind: 'problem'; readonly problem: Problem };

/**
 * What is still to be read with what came after it: held places are one sentence, and so are lost ones; of a place that
 * was given back at once nobody says that it was taken. Problems stand last, where they are seen.
 */
export function saidWith(said: readonly Said[], next: Said): readonly Said[] {
  const older = next.kind === 'given' ? said.flatMap((one) => without(one, next.place.placeId)) : said;
  const index = older.findIndex((one) => isAlike(one, next));
  const merged = index < 0 ? [...older, next] : older.map((one, at) => (at === index ? both(one, next) : one));
  return [...merged.filter(({ kind }) => kind !== 'problem'), ...merged.filter(({ kind }) => kind === 'problem')];
}

function without(said: Said, placeId: number): readonly Said[] {
  if (said.kind !== 'held') return [said];
  const places = said.places.filter((place) => place.placeId !== placeId);
  return places.length > 0 ? [{ ...said, places }] : [];
}

const isAlike = (one: Said, other: Said): boolean => {
  if (one.kind === 'problem' && other.kind === 'problem') return one.problem.kind === other.problem.kind;
  return one.kind === 'held' && other.kind === 'held';
};

function both(one: Said, next: Said): Said {
  if (one.kind === 'held' && next.kind === 'held') {
    return { kind: 'held', places: [...one.places, ...next.places], apart: one.apart || next.apart };
  }
  if (one.kind !== 'problem' || next.kind !== 'problem') return next;
  const { problem } = one;
  if (problem.kind !== 'taken' || next.problem.kind !== 'taken') return next;
  const placeIds = [...new Set([...problem.placeIds, ...next.problem.placeIds])];
  const names = [...new Set([...problem.names, ...next.problem.names])];
  return { kind: 'problem', problem: { kind: 'taken', placeIds, names } };
}
