import * as z from 'zod/mini';
import { Text, wireEnum } from './scalars.ts';
import { wireObject } from './wire.ts';

const obstacles = {
  /** It asks for a code that was not entered. */
  code: 'CODIGO',
  /** It asks for documents that were not given. */
  document: 'DOCUMENTO',
  /** It is for cards, and the one that is paid with is not known, or another one. */
  card: 'TARJETA',
  /** This customer has had it as often as one may. */
  limit: 'LIMITE',
  /** Not begun, or over. */
  not_now: 'FUERA_DE_FECHA',
  channel: 'CANAL',
  sector: 'SECTOR',
  price_type: 'TARIFA',
  /** More tickets are needed. */
  too_few: 'CANTIDAD',
  /** They cost no more than they would with it. */
  no_saving: 'SIN_DESCUENTO',
  /** Another one takes off more, and only one applies. */
  better: 'HAY_MEJOR',
} as const;

/** Why a promotion takes nothing off these tickets. */
export const PromotionObstacle = wireEnum(obstacles);
export type PromotionObstacle = z.output<typeof PromotionObstacle>;

/** The facts of a refused document. */
export const RefusedDocument = wireObject({
  /** The field on the wire, as `listaDocumento.0.cDocumento`. */
  field: ['cCampo', Text],
  reason: [
    'cMotivo',
    wireEnum({
      /** Every ticket that the promotion has for it is paid. */
      used_up: 'AGOTADO',
      /** Every one is taken, some by purchases that may still end without payment. */
      in_use: 'EN_USO',
      /** There is no ticket that it would reduce. */
      surplus: 'SOBRA',
    }),
  ],
  /** Tickets of one document. */
  most: ['nMaximo', z.int()],
});

/** Why a code is not taken. */
export const PromotionRefusal = wireEnum({
  ...obstacles,
  /** No promotion of these performances has such a code. */
  unknown: 'DESCONOCIDO',
  /** Every use of it is paid for. */
  used_up: 'AGOTADO',
  /** Every use is taken, some by purchases that may still end without payment. */
  in_use: 'EN_USO',
});
export type PromotionRefusal = z.output<typeof PromotionRefusal>;
