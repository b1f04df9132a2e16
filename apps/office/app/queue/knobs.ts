import { knobBounds, type OfficeKnobs } from '@butaca/contract/office-queue';

export type NumberKnob = keyof typeof knobBounds;

/** Knobs that may be left empty: no bound of their own. */
const mayBeEmpty = (knob: NumberKnob): boolean => knob === 'mostPlaces' || knob === 'standbyArrivals';

/** As the field shows it. */
export const textOfKnob = (value: number | null): string => (value === null ? '' : String(value));

/** What was typed into a knob's field; undefined when it cannot be. */
export function readKnob(knob: NumberKnob, text: string): number | null | undefined {
  const typed = text.trim();
  if (typed === '') return mayBeEmpty(knob) ? null : undefined;
  const { least, most } = knobBounds[knob];
  const value = Number(typed);
  return /^\d+$/.test(typed) && value >= least && value <= most ? value : undefined;
}

export const boundsOf = (knob: NumberKnob) => ({ ...knobBounds[knob], mayBeEmpty: mayBeEmpty(knob) });

/** What somebody typed or switched and has not applied yet; other knobs show what the room has. */
export interface Draft {
  readonly numbers: Readonly<Partial<Record<NumberKnob, string>>>;
  readonly switches: Readonly<Partial<Record<SwitchKnob, boolean>>>;
}

export type SwitchKnob = 'onePerAccount' | 'accessibleLane';

export const emptyDraft: Draft = { numbers: {}, switches: {} };

/** What a draft changes, and the knobs whose fields cannot be read. */
export function changesOf(
  draft: Draft,
  knobs: OfficeKnobs,
): { readonly changes: Partial<OfficeKnobs>; readonly wrong: readonly NumberKnob[] } {
  const numbers = Object.entries(draft.numbers) as [NumberKnob, string][];
  const read = numbers.map(([knob, text]) => [knob, readKnob(knob, text)] as const);
  const switches = Object.entries(draft.switches) as [SwitchKnob, boolean][];
  const turned = [...read, ...switches].filter(([knob, value]) => value !== undefined && value !== knobs[knob]);
  return { changes: Object.fromEntries(turned), wrong: read.flatMap(([knob, value]) => (value === undefined ? [knob] : [])) };
}
