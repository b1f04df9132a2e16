import { typedIdentifier } from '@butaca/contract/rules/typed';
import type { TerminalSlip } from './sell.ts';

/** Fields of the slip that are refused. */
export interface SlipProblems {
  readonly brand?: 'missing';
  readonly lastFour?: 'invalid';
  readonly coupon?: 'invalid' | 'used';
  readonly onTerminal?: 'invalid';
}

interface Amounts {
  /** What was typed, in minor units; null when it is not an amount. */
  readonly onTerminal: number | null;
  readonly total: number;
}

/** The paper of the card terminal as it was typed, or what is wrong with it. */
export function readSlip(form: FormData, { onTerminal, total }: Amounts): { readonly slip: TerminalSlip } | SlipProblems {
  const typed = (name: string) => typedIdentifier(String(form.get(name) ?? ''));
  const [brand, lastFour, coupon] = [typed('brand'), typed('lastFour'), typed('coupon')];
  const isAmount = onTerminal !== null && onTerminal > 0 && onTerminal <= total;
  const problems: SlipProblems = {
    ...(brand === '' ? { brand: 'missing' } : {}),
    ...(/^\d{4}$/.test(lastFour) ? {} : { lastFour: 'invalid' }),
    ...(isCoupon(coupon) ? {} : { coupon: 'invalid' }),
    ...(isAmount ? {} : { onTerminal: 'invalid' }),
  };
  return isAmount && Object.keys(problems).length === 0 ? { slip: { onTerminal, brand, lastFour, coupon } } : problems;
}

/** What a terminal prints as the number of a paper. */
export const isCoupon = (typed: string): boolean => /^(?=.*[1-9])\d{1,12}$/.test(typed);
