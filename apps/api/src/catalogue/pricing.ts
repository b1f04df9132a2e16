/** What is added to a ticket's face value, by channel; amounts in minor units, rates in basis points. */
export interface ChargeRule {
  readonly kind: 'service' | 'anti_fraud_qr';
  /** Share of the face value. */
  readonly percent: number;
  /** Amount per ticket. */
  readonly fixed: number;
  readonly taxRate: number;
}

export interface Ticket {
  /** Tax-included. */
  readonly faceValue: number;
  readonly taxRate: number;
  readonly charges: readonly ChargeRule[];
  /** What a promotion takes off the face value, in whole display units; charges are a share of what is left. */
  readonly discount?: number;
}

export interface TicketLine extends Ticket {
  readonly quantity: number;
}

/** One amount that a buyer pays for one reason, with the amount before national taxes. */
interface Component {
  readonly kind: 'ticket' | 'discount' | ChargeRule['kind'];
  /** Negative for a discount. */
  readonly amount: number;
  readonly net: number;
  /** Basis points; what bills divide the amount by. */
  readonly taxRate: number;
}

/** What tickets cost together, in minor units. */
export interface Quote {
  readonly components: readonly Component[];
  readonly face: number;
  readonly charges: number;
  /** Face value without its discount, and charges: the amount that is shown, charged, billed and booked. */
  readonly final: number;
  readonly net: number;
}

const WHOLE = 10_000n;

/**
 * The price of tickets in minor units. Every component of a ticket is rounded half up to `displayUnit` (in minor units:
 * 100 for whole pesos); totals are sums of components, so screen, charge, bill and ledger agree (CO-023).
 */
export function quote(lines: readonly TicketLine[], displayUnit: number): Quote {
  const components = lines.flatMap((line) => componentsOf(line, displayUnit).map((component) => times(component, line.quantity)));
  const face = sum(components, ({ kind, amount }) => (kind === 'ticket' ? amount : 0));
  const discount = sum(components, ({ kind, amount }) => (kind === 'discount' ? amount : 0));
  const final = sum(components, ({ amount }) => amount);
  return { components, face, charges: final - face - discount, final, net: sum(components, ({ net }) => net) };
}

function componentsOf({ faceValue, taxRate, charges, discount = 0 }: Ticket, displayUnit: number): Component[] {
  const component = (kind: Component['kind'], exact: Ratio, rate: number): Component => {
    const amount = roundHalfUp(exact, displayUnit);
    const net = roundHalfUp({ of: BigInt(amount) * WHOLE, by: WHOLE + BigInt(rate) }, displayUnit);
    return { kind, amount, net, taxRate: rate };
  };
  const full = component('ticket', { of: BigInt(faceValue), by: 1n }, taxRate);
  if (discount < 0 || discount > full.amount) throw new Error(`a discount of ${discount} on a ticket of ${full.amount}`);
  const left = discount === 0 ? full : component('ticket', { of: BigInt(full.amount - discount), by: 1n }, taxRate);
  // Its net is what makes the ticket's net that of the price which is left.
  const off: Component[] = discount === 0 ? [] : [{ kind: 'discount', amount: -discount, net: left.net - full.net, taxRate }];
  const charged = BigInt(discount === 0 ? faceValue : left.amount);
  return [
    full,
    ...off,
    ...charges.map((charge) =>
      component(charge.kind, { of: charged * BigInt(charge.percent) + BigInt(charge.fixed) * WHOLE, by: WHOLE }, charge.taxRate),
    ),
  ];
}

/** An amount as it is shown and charged: rounded half up to whole display units. */
export const rounded = (amount: number, displayUnit: number): number => roundHalfUp({ of: BigInt(amount), by: 1n }, displayUnit);

/** A share of an amount, in basis points, likewise. */
export const percentOf = (amount: number, basisPoints: number, displayUnit: number): number =>
  roundHalfUp({ of: BigInt(amount) * BigInt(basisPoints), by: WHOLE }, displayUnit);

interface Ratio {
  readonly of: bigint;
  readonly by: bigint;
}

/** Exact, because a percentage of a large amount leaves the safe integers on its way. */
function roundHalfUp({ of, by }: Ratio, unit: number): number {
  const step = by * BigInt(unit);
  return Number((2n * of + step) / (2n * step)) * unit;
}

const times = (component: Component, quantity: number): Component => ({
  ...component,
  amount: component.amount * quantity,
  net: component.net * quantity,
});

const sum = (components: readonly Component[], part: (component: Component) => number) =>
  components.reduce((total, component) => total + part(component), 0);
