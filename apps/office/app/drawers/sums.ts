import type { OfficeDrawer } from '@butaca/contract';
import { csvAmount, csvFigure, csvMoment, csvOf } from '@butaca/contract/csv';

/** What a drawer, or all of a clerk, has seen; minor units. */
export interface Sums {
  readonly saleCount: number;
  readonly sales: number;
  readonly onTerminalCount: number;
  readonly onTerminal: number;
  readonly mixedCount: number;
  readonly paidOut: number;
  readonly backOnTerminal: number;
  readonly cashIn: number;
  readonly cashOut: number;
  /** What tickets were sold for less, those that were given away not counted. */
  readonly lowered: number;
  readonly loweredTickets: number;
  readonly complimentaryTickets: number;
}

/** The cash that should be in it. */
export const expectedIn = ({ float, sales, paidOut, cashIn, cashOut }: OfficeDrawer): number => float + sales - paidOut + cashIn - cashOut;

const sumOf = <Item>(items: readonly Item[], amountOf: (item: Item) => number) => items.reduce((sum, item) => sum + amountOf(item), 0);

export function sumsOf(drawers: readonly OfficeDrawer[]): Sums {
  const changed = drawers.flatMap(({ lowered }) => lowered);
  const cheaper = changed.filter(({ isComplimentary }) => !isComplimentary);
  const given = changed.filter(({ isComplimentary }) => isComplimentary);
  return {
    saleCount: sumOf(drawers, (each) => each.saleCount),
    sales: sumOf(drawers, (each) => each.sales),
    onTerminalCount: sumOf(drawers, (each) => each.onTerminalCount),
    onTerminal: sumOf(drawers, (each) => each.onTerminal),
    mixedCount: sumOf(drawers, (each) => each.mixedCount),
    paidOut: sumOf(drawers, (each) => each.paidOut),
    backOnTerminal: sumOf(drawers, (each) => each.backOnTerminal),
    cashIn: sumOf(drawers, (each) => each.cashIn),
    cashOut: sumOf(drawers, (each) => each.cashOut),
    lowered: sumOf(cheaper, (each) => each.amount),
    loweredTickets: sumOf(cheaper, (each) => each.ticketCount),
    complimentaryTickets: sumOf(given, (each) => each.ticketCount),
  };
}

export interface ClerkReport {
  readonly staffId: string;
  readonly staffName: string | undefined;
  readonly drawers: readonly OfficeDrawer[];
  /** Of the drawers that were closed: negative when money is missing. */
  readonly difference: number;
}

/** A report per clerk, by account and not by name, in the order in which they are met. */
export function byClerk(drawers: readonly OfficeDrawer[]): ClerkReport[] {
  const clerks = Map.groupBy(drawers, ({ staffId }) => staffId);
  return [...clerks].map(([staffId, own]) => ({
    staffId,
    staffName: own[0]?.staffName,
    drawers: own,
    difference: sumOf(own, (each) => each.difference ?? 0),
  }));
}

/** A line per drawer; what was not counted yet is empty. */
export function drawersCsv(drawers: readonly OfficeDrawer[], currency: string, columns: readonly string[]): string {
  const moment = (epochMs: number | undefined) => (epochMs === undefined ? '' : csvMoment(epochMs));
  const counted = (amount: number | undefined) => (amount === undefined ? '' : csvAmount(amount));
  const rows = drawers.map((drawer) => {
    const sums = sumsOf([drawer]);
    return [
      ...[drawer.id, drawer.staffName ?? drawer.staffId, moment(drawer.openedAt), moment(drawer.closedAt), currency],
      ...[csvAmount(drawer.float), csvFigure(sums.saleCount), csvAmount(sums.sales), csvAmount(sums.paidOut)],
      ...[csvAmount(sums.cashIn), csvAmount(sums.cashOut), csvAmount(expectedIn(drawer))],
      ...[counted(drawer.counted), counted(drawer.difference), drawer.note ?? ''],
      ...[csvFigure(sums.onTerminalCount), csvAmount(sums.onTerminal), csvAmount(sums.backOnTerminal), csvFigure(sums.mixedCount)],
      ...[csvFigure(sums.loweredTickets), csvAmount(sums.lowered), csvFigure(sums.complimentaryTickets)],
    ];
  });
  return csvOf([columns, ...rows]);
}
