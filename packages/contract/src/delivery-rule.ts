import { wireEnum } from './scalars.ts';
import { wireObject } from './wire.ts';

/** How tickets reach their buyer: as a file, at the venue, at a point of sale, or at home. */
export const DeliveryKind = wireEnum({ eticket: 'ETICKET', box_office: 'BOLETERIA', point: 'PUNTO_DE_VENTA', home: 'DOMICILIO' });
export type DeliveryKind = ReturnType<typeof DeliveryKind.parse>;

/** What staff have done with tickets on paper. */
export const DeliveryState = wireEnum({
  prepared: 'PREPARADA',
  sent: 'ENVIADA',
  /** At the point of sale, where they can be picked up from then on. */
  arrived: 'EN_PUNTO_DE_VENTA',
  delivered: 'ENTREGADA',
  picked_up: 'RETIRADA',
});
export type DeliveryState = ReturnType<typeof DeliveryState.parse>;

/** In this order; a file has none. */
const deliverySteps: Readonly<Record<DeliveryKind, readonly DeliveryState[]>> = {
  eticket: [],
  box_office: ['prepared', 'picked_up'],
  point: ['prepared', 'sent', 'arrived', 'picked_up'],
  home: ['prepared', 'sent', 'delivered'],
};

/** What staff do next with tickets that got as far as `state`; undefined when nothing is left to do. */
export function nextDeliveryStep(kind: DeliveryKind, state: DeliveryState | undefined): DeliveryState | undefined {
  const steps = deliverySteps[kind];
  // After the last one, not counted: an order that was picked up before points had an arrival has one step less.
  return steps[state === undefined ? 0 : steps.indexOf(state) + 1];
}

/** The step that a buyer is told of by mail: there is something to pick up, or to wait for at home. */
export const toldDeliveryStep: Readonly<Record<DeliveryKind, DeliveryState | null>> = {
  eticket: null,
  box_office: 'prepared',
  point: 'arrived',
  home: 'sent',
};

/** Why tickets do not reach their buyer that way. */
export const DeliveryObstacle = wireObject({
  reason: [
    'cMotivo',
    wireEnum({
      /** Too close to the first performance of the purchase. */
      closed: 'CERRADA',
      /** Nobody brings tickets to that address. */
      zone: 'SIN_ZONA',
      /** It is offered no more. */
      gone: 'NO_OFRECIDA',
    }),
  ],
});
