import { wireEnum } from './scalars.ts';
import { wireObject } from './wire.ts';

/** How tickets reach their buyer: as a file, at the venue, at a point of sale, or at home. */
export const DeliveryKind = wireEnum({ eticket: 'ETICKET', box_office: 'BOLETERIA', point: 'PUNTO_DE_VENTA', home: 'DOMICILIO' });
export type DeliveryKind = ReturnType<typeof DeliveryKind.parse>;

/** What staff have done with tickets on paper. */
export const DeliveryState = wireEnum({ prepared: 'PREPARADA', sent: 'ENVIADA', delivered: 'ENTREGADA', picked_up: 'RETIRADA' });
export type DeliveryState = ReturnType<typeof DeliveryState.parse>;

/** In this order; a file has none. */
export const deliverySteps: Readonly<Record<DeliveryKind, readonly DeliveryState[]>> = {
  eticket: [],
  box_office: ['prepared', 'picked_up'],
  point: ['prepared', 'sent', 'picked_up'],
  home: ['prepared', 'sent', 'delivered'],
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
