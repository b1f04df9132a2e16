import type { ImportLink } from './entries.ts';
import type { Problem, Question } from './problem.ts';

/** A performance of the database, as far as an import finds it again by it. */
export interface KnownPerformance {
  readonly id: number;
  readonly show: string;
  readonly key: string;
  readonly venue: string;
  readonly startsAt: Temporal.Instant;
  /** That it had before it moved. */
  readonly formerStarts: readonly Temporal.Instant[];
  readonly links: readonly ImportLink[];
  readonly timeZone: string;
  readonly isCancelled: boolean;
  readonly isOver: boolean;
  /** Places that are held or sold. */
  readonly taken: number;
}

/** A performance of an import. */
export interface GivenPerformance {
  /** Where it stands in what is imported. */
  readonly at: string;
  readonly show: string;
  readonly venue: string;
  readonly startsAt: Temporal.Instant;
  readonly timeZone: string;
  /** The name that its file has for it. */
  readonly key?: string | undefined;
  readonly links?: readonly ImportLink[] | undefined;
  /** Starts that it had before, as its file says. */
  readonly previousStarts?: readonly Temporal.Instant[] | undefined;
}

export interface Identities {
  /** In the order of what is given: the performance that it is; null: a new one. */
  readonly ids: readonly (number | null)[];
  /** In the same order: what it will be known by, without what several of them are called. */
  readonly links: readonly (readonly ImportLink[])[];
  /** Those that have another start or venue from now on. */
  readonly moves: readonly { readonly known: KnownPerformance; readonly given: GivenPerformance }[];
  /** Without an answer. */
  readonly questions: readonly Question[];
  /** The keys under which something may be asked, or was before the file was imported once. */
  readonly asked: ReadonlySet<string>;
  readonly problems: readonly Problem[];
}

/**
 * Finds what is given among what is known, of its own show: by its key, by what its publisher calls it, by a start that it had before, by its
 * start. Asked, never guessed: whether what is over is given once more, who is right where a name and a start say two things, and whether
 * what then is left for a day on which one is known that nothing else of the file is, or with the same address, may be that one.
 * `answers`: by a question's key.
 */
export function identifyPerformances(
  given: readonly GivenPerformance[],
  known: readonly KnownPerformance[],
  answers: ReadonlyMap<string, string>,
): Identities {
  const ofShow = Map.groupBy(known, ({ show }) => show);
  const links = ownLinks(given);
  const found = new Map<GivenPerformance, KnownPerformance>();
  const taken = new Map<KnownPerformance, GivenPerformance>();
  const problems: Problem[] = [];
  const questions: Question[] = [];

  const claim = (one: GivenPerformance, match: KnownPerformance | undefined) => {
    if (!match) return;
    const other = taken.get(match);
    if (other) problems.push({ at: one.at, reason: `it is the same performance as ${other.at}: ${match.key}` });
    found.set(one, match);
    taken.set(match, one);
  };
  const matchesOf = ({ show }: GivenPerformance) => ofShow.get(show) ?? [];
  const free = (one: GivenPerformance) => matchesOf(one).filter((match) => !taken.has(match));
  const claimBy = (find: (one: GivenPerformance, matches: readonly KnownPerformance[]) => KnownPerformance | undefined) => {
    for (const one of given) if (!found.has(one)) claim(one, find(one, free(one)));
  };
  /** What is answered is done before anything else is asked: it may leave nothing to ask. */
  const ask = (open: readonly Open[]) => {
    for (const { one, text, choices } of open) {
      const answer = answers.get(keyOf(one));
      if (answer === undefined) questions.push({ key: keyOf(one), text, answers: [...choices.keys()] });
      else if (!choices.has(answer)) problems.push({ at: keyOf(one), reason: `is answered by ${[...choices.keys()].join(' or ')}` });
      else claim(one, choices.get(answer) ?? undefined);
    }
  };

  // Not only among those that are free: two of one key are told.
  const ofKey = given.flatMap((one) => matchesOf(one).flatMap((match) => (match.key === one.key ? [{ one, match }] : [])));
  ask(ofKey.flatMap(({ one, match }) => (isEarlier(match, one) ? [againOf(one, match)] : [])));
  for (const { one, match } of ofKey) if (!isEarlier(match, one)) claim(one, match);

  const namedOf = (one: GivenPerformance, matches: readonly KnownPerformance[]) =>
    matches.find((match) => isCalled(match, links.get(one)?.filter(isSure) ?? []) && !isEarlier(match, one));
  const thereOf = (one: GivenPerformance, matches: readonly KnownPerformance[]) => matches.find((match) => isSamePlaceAndTime(one, match));
  // Ids that a page counts anew, once its first date is gone, would carry every audience to the next date.
  const contradictions = given.flatMap((one) => {
    if (found.has(one)) return [];
    const [named, there] = [namedOf(one, free(one)), thereOf(one, free(one))];
    return named && there && named !== there && !isSaidToHaveMoved(one, named) ? [contradictionOf(one, { named, there })] : [];
  });
  ask(contradictions);
  const isOpen = new Set(contradictions.map(({ one }) => one));
  claimBy((one, matches) => (isOpen.has(one) ? undefined : namedOf(one, matches)));
  claimBy((one, matches) => matches.find((match) => hasMoved(one, match)));
  claimBy(movedFrom);
  claimBy((one, matches) => (isOpen.has(one) ? undefined : thereOf(one, matches)));

  // A name of its own says that it is another one.
  const left = given.filter((one) => !found.has(one) && one.key === undefined && !isOpen.has(one));
  const openOf = (one: GivenPerformance) => {
    const candidates = free(one).filter((match) => !match.isCancelled && !match.isOver && mayBe(match, one, links.get(one) ?? []));
    return candidates.length > 0 ? [leftOf(one, candidates)] : [];
  };
  const isAnswered = (one: GivenPerformance) => answers.has(keyOf(one));
  ask(left.filter(isAnswered).flatMap(openOf));
  for (const one of left) if (!isAnswered(one)) ask(openOf(one));
  problems.push(
    ...left
      .filter((one) => !found.has(one) && isAnswered(one) && answers.get(keyOf(one)) !== NEW)
      .filter((one) => !problems.some(({ at }) => at === keyOf(one)))
      .map((one) => ({ at: keyOf(one), reason: 'there is nothing left that it could be' })),
  );

  const moves = [...found].flatMap(([one, match]) => (isSamePlaceAndTime(one, match) ? [] : [{ known: match, given: one }]));
  problems.push(...moves.flatMap(({ known: match, given: one }) => obstacles(one, match, ofShow.get(one.show) ?? [], taken)));
  return {
    ids: given.map((one) => found.get(one)?.id ?? null),
    links: given.map((one) => links.get(one) ?? []),
    moves,
    questions,
    asked: new Set(given.map(keyOf)),
    problems,
  };
}

/** A question before it is asked; `choices`: by an answer, the performance that it then is, or null for a new one. */
interface Open {
  readonly one: GivenPerformance;
  readonly text: string;
  readonly choices: ReadonlyMap<string, KnownPerformance | null>;
}

/** The words of an answer: it is that one, at another time; it is the one that stands there; it is one more. */
const MOVED = 'moved';
const SAME = 'same';
const NEW = 'new';
const movedTo = (key: string) => `${MOVED}:${key}`;

const keyOf = (one: GivenPerformance) => `${one.show}:${one.venue}:${localStart(one).toString({ smallestUnit: 'minute' })}`;
const givenText = (one: GivenPerformance) => `${one.show} is given on ${whenOf(one)} at ${one.venue}`;
const knownText = (match: KnownPerformance) => `${whenOf(match)} at ${match.venue} (${match.key}${placesTaken(match)})`;

const againOf = (one: GivenPerformance, match: KnownPerformance): Open => ({
  one,
  text: `${givenText(one)} under the key of the performance of ${knownText(match)}, which is over. Do its tickets count for the new date? If this is another performance, give it another key.`,
  choices: new Map([[MOVED, match]]),
});

const contradictionOf = (
  one: GivenPerformance,
  { named, there }: { readonly named: KnownPerformance; readonly there: KnownPerformance },
): Open => ({
  one,
  text: `${givenText(one)}, where ${there.key}${placesTaken(there)} is, and the file calls it as it called ${knownText(named)}. Has that moved, or is it the same as before under another name?`,
  choices: new Map([
    [MOVED, named],
    [SAME, there],
  ]),
});

const leftOf = (one: GivenPerformance, candidates: readonly KnownPerformance[]): Open => ({
  one,
  text: `${givenText(one)}. It is known on ${candidates.map(knownText).join(' and ')}, which the file does not name. Has that moved, or is this one more?`,
  choices: new Map<string, KnownPerformance | null>([
    ...candidates.map((match) => [candidates.length === 1 ? MOVED : movedTo(match.key), match] as const),
    [NEW, null],
  ]),
});

const textOf = ({ source, externalId }: ImportLink) => `${source} ${externalId}`;

/** What each is called, without what several are: a publisher may give all dates of a show the address of its page, or the show's number. */
function ownLinks(given: readonly GivenPerformance[]): ReadonlyMap<GivenPerformance, readonly ImportLink[]> {
  const counts = new Map<string, number>();
  for (const { links = [] } of given) for (const link of links) counts.set(textOf(link), (counts.get(textOf(link)) ?? 0) + 1);
  return new Map(given.map((one) => [one, (one.links ?? []).filter((link) => counts.get(textOf(link)) === 1)]));
}

const isSure = ({ source }: ImportLink) => source !== 'address';
const isCalled = (match: KnownPerformance, links: readonly ImportLink[]) =>
  links.some((link) => match.links.some((known) => textOf(known) === textOf(link)));

/** What is over does not take place once more: its publisher has used the name again. */
const isEarlier = (match: KnownPerformance, one: GivenPerformance) => match.isOver && !isSamePlaceAndTime(one, match);

/** It has the same address, or is on the same day; one that its publisher calls otherwise is another one. */
function mayBe(match: KnownPerformance, one: GivenPerformance, links: readonly ImportLink[]): boolean {
  const isCalledOtherwise = links.filter(isSure).some(({ source }) => match.links.some((known) => known.source === source));
  return !isCalledOtherwise && (isCalled(match, links) || dayOf(match) === dayOf(one));
}

const isSamePlaceAndTime = (one: GivenPerformance, match: KnownPerformance) =>
  one.venue === match.venue && one.startsAt.equals(match.startsAt);

/** The file says itself that it was there before. */
const isSaidToHaveMoved = ({ previousStarts = [] }: GivenPerformance, { startsAt, formerStarts }: KnownPerformance) =>
  previousStarts.some((start) => [startsAt, ...formerStarts].some((former) => former.equals(start)));

/** It is where the file says that it moved: somebody has imported that before. */
const hasMoved = (one: GivenPerformance, match: KnownPerformance) =>
  isSamePlaceAndTime(one, match) && (one.previousStarts ?? []).some((start) => match.formerStarts.some((former) => former.equals(start)));

/** Of the starts that it had, the latest one that is known: a list may name all that there were. The same venue is more likely. */
function movedFrom(one: GivenPerformance, matches: readonly KnownPerformance[]): KnownPerformance | undefined {
  const { previousStarts = [], venue } = one;
  const had = matches
    .filter(({ startsAt }) => previousStarts.some((start) => start.equals(startsAt)))
    .sort((a, b) => Temporal.Instant.compare(b.startsAt, a.startsAt));
  const here = had.find((match) => match.venue === venue);
  return here ?? (matches.some((match) => isSamePlaceAndTime(one, match)) ? undefined : had[0]);
}

const localStart = ({ startsAt, timeZone }: Pick<GivenPerformance, 'startsAt' | 'timeZone'>) =>
  startsAt.toZonedDateTimeISO(timeZone).toPlainDateTime();
const dayOf = (one: Pick<GivenPerformance, 'startsAt' | 'timeZone'>) => localStart(one).toPlainDate().toString();
const hourOf = (one: Pick<GivenPerformance, 'startsAt' | 'timeZone'>) => localStart(one).toPlainTime().toString({ smallestUnit: 'minute' });
const whenOf = (one: Pick<GivenPerformance, 'startsAt' | 'timeZone'>) => `${dayOf(one)} ${hourOf(one)}`;

const placesTaken = ({ taken }: KnownPerformance) => (taken > 0 ? `, ${taken} places taken` : '');

/** What keeps a performance from moving there. */
function obstacles(
  one: GivenPerformance,
  match: KnownPerformance,
  ofShow: readonly KnownPerformance[],
  claimed: ReadonlyMap<KnownPerformance, unknown>,
): Problem[] {
  const there = ofShow.find((other) => other !== match && !claimed.has(other) && isSamePlaceAndTime(one, other));
  return [
    ...(there
      ? [
          {
            at: one.at,
            reason: `${match.key} cannot move to ${whenOf(one)}, where there is ${there.key}${placesTaken(there)}: name that one, too`,
          },
        ]
      : []),
    ...(match.venue !== one.venue && match.taken > 0
      ? [
          {
            at: one.at,
            reason: `${match.key} cannot move from ${match.venue} to ${one.venue} while ${match.taken} of its places are taken`,
          },
        ]
      : []),
  ];
}
