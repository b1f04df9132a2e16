import {
  type CounterDrawer,
  closeDrawer as closeCall,
  moveCash as moveCall,
  type OfficeDrawer,
  openDrawer as openCall,
  Refusal,
  voidSale as voidCall,
  wireNameOf,
} from '@butaca/contract';
import { formatOrderNumber } from '@butaca/contract/rules/order-number';
import type { Db, Tx } from '#db/connect';
import { withLockTimeout } from '#db/lock-timeout';
import { type Click, useKey } from '#db/used-key';
import {
  type DrawerRow,
  endDrawer,
  findCashMove,
  findDrawers,
  findOpenDrawer,
  findSlipOfSale,
  hasFloat,
  insertCashMove,
  insertDrawerEntry,
  insertSlip,
  lockOpenDrawer,
  type NewCashMove,
  type NewSlip,
  sumOfDrawer,
} from './queries-drawers.ts';

/** What a clerk read off the paper of a card terminal; minor units, positive. */
interface Slip {
  readonly amount: number;
  readonly brand: string;
  /** Null once it was forgotten. */
  readonly lastFour: string | null;
  readonly coupon: string;
}

interface SaleMoney {
  readonly purchaseId: string;
  readonly cash: number;
  readonly slip?: Slip;
}

/** Puts what a sale took into the drawer of who sold, in the sale's own transaction: cash, and beside it what a card terminal took. */
export async function bookSale(tx: Tx, staffId: string, { purchaseId, cash, slip }: SaleMoney): Promise<void> {
  const drawerId = await lockOpenDrawer(tx, staffId);
  if (cash > 0) await insertDrawerEntry(tx, { drawerId, kind: 'sale', amount: cash, purchaseId });
  if (slip) await requireNewSlip(tx, { drawerId, purchaseId, ...slip });
}

interface VoidMoney {
  readonly purchaseId: string;
  readonly refundId: string;
  readonly cash: number;
  /** What goes back on the card terminal. */
  readonly onTerminal: number;
  /** Of the terminal's paper, if something goes back on it. */
  readonly coupon: string | undefined;
}

/** Takes the money of a void out of the drawer of who voids; what a card terminal took goes back on the card. */
export async function bookVoid(tx: Tx, staffId: string, { cash, onTerminal, coupon, ...of }: VoidMoney): Promise<void> {
  const drawerId = await lockOpenDrawer(tx, staffId);
  if (cash > 0) await insertDrawerEntry(tx, { drawerId, kind: 'paid_out', amount: -cash, ...of });
  if (onTerminal === 0) return;
  if (coupon === undefined)
    throw new Refusal('invalid_input', { fields: [{ name: wireNameOf(voidCall.body, 'coupon'), reason: 'missing' }] });
  const [sale] = await findSlipOfSale(tx, of.purchaseId);
  if (!sale) throw new Error(`no slip of the sale ${of.purchaseId}`);
  await requireNewSlip(tx, { drawerId, ...of, ...sale, amount: -onTerminal, coupon });
}

/** One paper of the terminal is one sale, or one return, for every clerk. */
async function requireNewSlip(tx: Tx, slip: NewSlip): Promise<void> {
  const coupon = slip.coupon.replace(/^0+/, '');
  if (!(await insertSlip(tx, { ...slip, coupon }))) throw new Refusal('coupon_used');
}

/** The clerk's drawers: the open one, and those that were closed. */
export async function readDrawers(db: Db, staffId: string): Promise<{ open?: CounterDrawer; closed: CounterDrawer[] }> {
  const rows = (await findDrawers(db, staffId)).map(presentDrawer);
  const open = rows.find(({ closedAt }) => closedAt === undefined);
  return { ...(open ? { open } : {}), closed: rows.filter(({ closedAt }) => closedAt !== undefined).slice(0, MOST_CLOSED) };
}

const MOST_CLOSED = 10;
/** Minor units; more cash than any drawer holds. */
const MOST_CASH = 100_000_000_000;

/** Cash that was counted is neither less than nothing nor absurd. */
function requireCash(amount: number, name: string): void {
  if (amount < 0 || amount > MOST_CASH) throw new Refusal('invalid_input', { fields: [{ name, reason: 'invalid' }] });
}

/** Opens the clerk's drawer with the float that was counted into it. One that a sale has opened takes its float once. */
export async function openDrawer(db: Db, staffId: string, float: number): Promise<void> {
  requireCash(float, wireNameOf(openCall.body, 'float'));
  await withLockTimeout(db, async (tx) => {
    const drawerId = await lockOpenDrawer(tx, staffId, { alone: true });
    if (await hasFloat(tx, drawerId)) throw new Refusal('drawer_open');
    await insertDrawerEntry(tx, { drawerId, kind: 'float', amount: float });
  });
}

interface CashMove {
  readonly drawerId: string;
  readonly direction: 'in' | 'out';
  /** Minor units, positive. */
  readonly amount: number;
  readonly reason: string;
  readonly click: Click;
}

/**
 * Puts cash into the clerk's open drawer or takes it out; a repeated click does it once, also after the drawer was closed. What is taken out is
 * not compared with what should be there: the float of a drawer that a sale opened may not be recorded yet.
 */
export async function moveCash(db: Db, staffId: string, { drawerId, direction, amount, reason, click }: CashMove): Promise<void> {
  const name = wireNameOf(moveCall.body, 'amount');
  requireCash(amount, name);
  if (amount === 0) throw new Refusal('invalid_input', { fields: [{ name, reason: 'invalid' }] });
  const move = { drawerId, amount: direction === 'in' ? amount : -amount, reason, key: click.key };
  await withLockTimeout(db, async (tx) => {
    if ((await useKey(tx, click)) === 'again') return;
    const [open] = await findOpenDrawer(tx, staffId, 'alone');
    // A server of the version before writes the entry and no `used_key`: the same entry is the same click.
    const [before] = await findCashMove(tx, staffId, click.key);
    if (before && !isSameMove(before, move)) throw new Refusal('key_reused');
    if (before) return;
    if (open?.id !== drawerId) throw new Refusal('drawer_over');
    await insertCashMove(tx, move);
  });
}

const isSameMove = (before: Omit<NewCashMove, 'key'>, { drawerId, amount, reason }: NewCashMove) =>
  before.drawerId === drawerId && before.amount === amount && before.reason === reason;

/**
 * Closes the clerk's drawer with what was counted. What should have been in it is computed here, once no sale can be booked into it any more,
 * and shown afterwards only; a difference needs a note.
 */
export async function closeDrawer(
  db: Db,
  staffId: string,
  { drawerId, counted, note }: { drawerId: string; counted: number; note?: string | undefined },
): Promise<void> {
  requireCash(counted, wireNameOf(closeCall.body, 'counted'));
  await withLockTimeout(db, async (tx) => {
    const [open] = await findOpenDrawer(tx, staffId, 'alone');
    // Closed by another tab, with what was counted there.
    if (open?.id !== drawerId) throw new Refusal('drawer_over');
    const difference = counted - (await sumOfDrawer(tx, drawerId));
    if (difference !== 0 && note === undefined) throw new Refusal('drawer_differs', { difference });
    await insertDrawerEntry(tx, { drawerId, kind: 'difference', amount: difference });
    await insertDrawerEntry(tx, { drawerId, kind: 'counted', amount: -counted });
    await endDrawer(tx, drawerId, note ?? null);
  });
}

const presentDrawer = ({
  openedAt,
  closedAt,
  staffId: _,
  staffName,
  lowered,
  cashMoves,
  counted,
  difference,
  note,
  ...sums
}: DrawerRow): CounterDrawer => ({
  ...sums,
  lowered: lowered.map(({ atMs, orderNumber, ...sold }) => ({
    ...sold,
    at: atMs,
    ...(orderNumber === null ? {} : { orderNumber: formatOrderNumber(orderNumber) }),
  })),
  cashMoves: cashMoves.map(({ atMs, ...move }) => ({ ...move, at: atMs })),
  openedAt: openedAt.epochMilliseconds,
  ...(staffName === null ? {} : { staffName }),
  ...(closedAt === null ? {} : { closedAt: closedAt.epochMilliseconds }),
  ...(counted === null ? {} : { counted }),
  ...(difference === null ? {} : { difference }),
  ...(note === null ? {} : { note }),
});

/** As the office sees it, with the clerk's id: names are not unique. */
export const presentForOffice = (row: DrawerRow): OfficeDrawer => ({ ...presentDrawer(row), staffId: row.staffId });
