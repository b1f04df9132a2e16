import type { Stage } from './rows.ts';

/** C-02: whatever is not here is refused, by whoever asks. */
const transitions: Readonly<Record<Stage, readonly Stage[]>> = {
  open: ['paying', 'expired', 'cancelled'],
  paying: ['paid', 'offered', 'open', 'cancelled'],
  offered: ['paid', 'cancelled'],
  paid: [],
  expired: [],
  cancelled: [],
};

/** Stages from which one may come into this one; the statement that changes a stage names them. */
export const stagesBefore = (to: Stage): Stage[] => (Object.keys(transitions) as Stage[]).filter((from) => transitions[from].includes(to));
