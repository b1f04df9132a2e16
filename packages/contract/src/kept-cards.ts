import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { SavedCard, SavedCardId } from './payment.ts';
import { Text, YesNo } from './scalars.ts';
import { wireObject } from './wire.ts';

const KeptCards = wireObject({
  cards: [
    'listaTarjeta',
    z.array(
      wireObject({
        /** The name of the way to pay that keeps it. */
        method: ['cFormaDePago', Text],
        card: ['oTarjeta', SavedCard],
      }),
    ),
  ],
  /** A provider gave no answer: there may be more. */
  isPartial: ['lIncompleta', YesNo],
});

export const listKeptCards = {
  method: 'GET',
  path: '/v2/Cliente/Tarjeta',
  access: 'customer',
  summary: 'The cards that the payment providers keep for the customer; none of them is kept here',
  answer: KeptCards,
} as const satisfies Endpoint;

export const deleteKeptCard = {
  method: 'DELETE',
  path: '/v2/Cliente/Tarjeta/:alias_token',
  access: 'customer',
  summary: 'Delete a kept card at its provider; answers those that are left',
  params: wireObject({ id: ['alias_token', SavedCardId] }),
  refuses: ['payment_method_down'],
  answer: KeptCards,
} as const satisfies Endpoint;
