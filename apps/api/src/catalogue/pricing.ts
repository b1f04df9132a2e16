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
}

export interface TicketLine extends Ticket {
  readonly quantity: number;
}

/** One amount that a buyer pays for one reason, with the amount before national taxes. */
interface Component {
  readonly kind: 'ticket' | ChargeRule['kind'];
  readonly amount: number;
  readonly net: number;
}

/** What tickets cost together, in minor units. */
export interface Quote {
  readonly components: readonly Component[];
  readonly face: number;
  readonly charges: number;
  /** Face value and charges: the amount that is shown, charged, billed and booked. */
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
  const final = sum(components, ({ amount }) => amount);
  return { components, face, charges: final - face, final, net: sum(components, ({ net }) => net) };
}

function componentsOf({ faceValue, taxRate, charges }: Ticket, displayUnit: number): Component[] {
  const component = (kind: Component['kind'], exact: Ratio, rate: number): Component => {
    const amount = roundHalfUp(exact, displayUnit);
    return { kind, amount, net: roundHalfUp({ of: BigInt(amount) * WHOLE, by: WHOLE + BigInt(rate) }, displayUnit) };
  };
  return [
    component('ticket', { of: BigInt(faceValue), by: 1n }, taxRate),
    ...charges.map((charge) =>
      component(charge.kind, { of: BigInt(faceValue) * BigInt(charge.percent) + BigInt(charge.fixed) * WHOLE, by: WHOLE }, charge.taxRate),
    ),
  ];
}

interface Ratio {
  readonly of: bigint;
  readonly by: bigint;
}

/** Exact, because a percentage of a large amount leaves the safe integers on its way. */
function roundHalfUp({ of, by }: Ratio, unit: number): number {
  const step = by * BigInt(unit);
  return Number((2n * of + step) / (2n * step)) * unit;
}

const times = ({ kind, amount, net }: Component, quantity: number): Component => ({
  kind,
  amount: amount * quantity,
  net: net * quantity,
});

const sum = (components: readonly Component[], part: (component: Component) => number) =>
  components.reduce((total, component) => total + part(component), 0);
