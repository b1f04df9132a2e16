import {
  charge,
  chargeCash,
  chargeTerminal,
  closeDrawer,
  getBalance,
  getCounterSale,
  getDrawers,
  openDrawer,
  selectDelivery,
  takePlaces,
  voidSale,
} from '@butaca/contract';
import { E_TICKET } from '../payer.ts';
import type { TheirPayment } from './books.ts';
import { caller, refundWhole } from './buyer.ts';
import { type DirectSale, SHOPS } from './fates.ts';
import type { StormStage } from './stage.ts';

/** The way to pay with what one has here, in every deployment. */
const BALANCE_METHOD = 10_001;
/** Minor units; what is in a clerk's drawer in the morning. */
const FLOAT = 5_000_000;
/** What a terminal takes where the rest is paid in cash. */
const PART_ON_TERMINAL = 700_000;

/** One purchase without a provider, from the first click to the last. */
export const sellDirectly = (stage: StormStage, planned: DirectSale): Promise<void> =>
  planned.lane === 'balance' ? payFromBalance(stage, planned) : sellAtCounter(stage, planned);

const keysOf =
  ({ number }: DirectSale) =>
  (click: string) =>
    `${click}-of-direct-sale-${String(number).padStart(6, '0')}`;

/** A click and, where it is to be doubled, the same once more at the same moment. */
const clicked = (isDoubled: boolean, click: () => Promise<unknown>) => Promise.all(isDoubled ? [click(), click()] : [click()]);

async function payFromBalance({ shops }: StormStage, planned: DirectSale): Promise<void> {
  const shop = shops[planned.shop];
  const keyOf = keysOf(planned);
  const call = caller(shop.origin, shop.buyers[planned.number]?.token ?? '');
  const taken = await call(takePlaces, { body: { performanceId: shop.performanceId, placeIds: [planned.number] } }, keyOf('take'));
  const params = { purchaseId: taken.purchase.id };
  const { totals } = await call(selectDelivery, { params, body: { deliveryTypeId: E_TICKET } });
  const body = { paymentMethodId: BALANCE_METHOD, total: totals?.total ?? 0, acceptsTerms: true };
  await clicked(planned.fate === 'doubled', () => call(charge, { params, body }, keyOf('pay')));
  if (planned.fate === 'given back') await refundWhole(shop, params.purchaseId, keyOf('refund'));
}

/** For cash, on the card terminal, or both; a sale that is undone is voided by the other clerk. */
async function sellAtCounter({ shops }: StormStage, planned: DirectSale): Promise<void> {
  const { number, fate, way } = planned;
  const shop = shops[planned.shop];
  const keyOf = keysOf(planned);
  const [seller, other] = number % 2 === 0 ? shop.clerks : [...shop.clerks].reverse();
  const call = caller(shop.origin, seller?.token ?? '');
  const taken = await call(takePlaces, { body: { performanceId: shop.performanceId, placeIds: [number], type: 'box' } }, keyOf('take'));
  const params = { purchaseId: taken.purchase.id };
  const form = { total: taken.purchase.totals?.total ?? 0, acceptsTerms: true };
  const slip = { brand: 'visa', lastFour: '4905', coupon: String(100_000 + number) };
  const onTerminal = way === 'terminal' ? form.total : PART_ON_TERMINAL;
  await clicked(fate === 'doubled', () =>
    way === 'cash'
      ? call(chargeCash, { params, body: form }, keyOf('pay'))
      : call(chargeTerminal, { params, body: { ...form, ...slip, onTerminal } }, keyOf('pay')),
  );
  if (fate !== 'given back') return;
  const byOther = caller(shop.origin, other?.token ?? '');
  const order = { params: { orderId: params.purchaseId } };
  const { tickets, kept } = await byOther(getCounterSale, order);
  const ticketIds = tickets.map(({ ticket }) => ticket.id);
  const coupon = way === 'cash' ? {} : { coupon: String(500_000 + number) };
  await byOther(voidSale, { ...order, body: { ticketIds, amount: kept, reason: 'Se arrepintió', ...coupon } }, keyOf('void'));
}

export async function openDrawers({ shops }: StormStage): Promise<void> {
  for (const { origin, clerks } of SHOPS.map((name) => shops[name]))
    for (const { token } of clerks) await caller(origin, token)(openDrawer, { body: { float: FLOAT } });
}

/**
 * Every clerk counts what the ledger says that their sales and voids have brought: a drawer in which there should be something else is not
 * closed without a note, and is said. So is a terminal whose papers come to another sum than the ledger's.
 */
export async function closeDrawers({ shops }: StormStage): Promise<string[]> {
  const problems: string[] = [];
  for (const { origin, clerks, db } of SHOPS.map((name) => shops[name])) {
    for (const { token, customerId } of clerks) {
      const call = caller(origin, token);
      const [booked] = await db<{ cash: number; terminal: number }[]>`
        select coalesce(sum(amount) filter (where account = 'cash_drawer'), 0)::float8 as cash,
               coalesce(sum(amount) filter (where account = 'clearing:terminal'), 0)::float8 as terminal
          from ledger_entry as entry
          join ledger_transaction as moved on moved.purchase_id = entry.purchase_id and moved.id = entry.transaction_id
          join purchase on purchase.id = entry.purchase_id and channel = 'box_office'
         where case moved.kind when 'sale' then purchase.customer_id = ${customerId}
               else exists (select from staff_action where purchase_id = purchase.id and verb = 'void' and staff_id = ${customerId}) end`;
      const { open } = await call(getDrawers, {});
      const { cash = 0, terminal = 0 } = booked ?? {};
      const onTerminal = (open?.onTerminal ?? 0) - (open?.backOnTerminal ?? 0);
      if (onTerminal !== terminal) problems.push(`a drawer has ${onTerminal} on the terminal, and the ledger ${terminal}`);
      await call(closeDrawer, { body: { drawerId: open?.id ?? '', counted: FLOAT + cash } }).catch((error: Error) =>
        problems.push(`a drawer does not agree with the ledger: ${error.message}`),
      );
    }
  }
  return problems;
}

/** What drawers and terminals took and gave back, and what buyers read of their balances: beside the ledger, as a provider's books are. */
export async function readDirectBooks({ shops }: StormStage, direct: readonly DirectSale[]): Promise<TheirPayment[]> {
  const atCounters = await Promise.all(
    SHOPS.map(
      (name) => shops[name].db<TheirPayment[]>`
        select provider, reference as key, currency, coalesce(sum(moved.amount) filter (where moved.amount > 0), 0)::float8 as taken,
               coalesce(-sum(moved.amount) filter (where moved.amount < 0), 0)::float8 as returned
          from (select purchase_id, amount from drawer_entry where purchase_id is not null
                union all select purchase_id, amount from terminal_slip) as moved
          join attempt on attempt.purchase_id = moved.purchase_id
         group by 1, 2, 3`,
    ),
  );
  const ofBalances = await Promise.all(
    direct
      .filter(({ lane }) => lane === 'balance')
      .map(async (planned): Promise<TheirPayment[]> => {
        const { origin, db, buyers } = shops[planned.shop];
        const { customerId, token } = buyers[planned.number] ?? { customerId: '', token: '' };
        const [attempt] = await db<{ key: string; currency: string }[]>`
          select reference as key, attempt.currency from attempt join purchase on purchase.id = purchase_id
           where customer_id = ${customerId} and provider = 'balance'`;
        if (!attempt) return [];
        const { movements } = await caller(origin, token)(getBalance, {});
        // What they had before came from no order.
        const sums = movements.flatMap(({ orderNumber, amount }) => (orderNumber === undefined ? [] : [amount]));
        const sumOf = (some: readonly number[]) => some.reduce((sum, amount) => sum + Math.abs(amount), 0);
        return [
          { provider: 'balance', ...attempt, taken: sumOf(sums.filter((sum) => sum < 0)), returned: sumOf(sums.filter((sum) => sum > 0)) },
        ];
      }),
  );
  return [...atCounters, ...ofBalances].flat();
}
