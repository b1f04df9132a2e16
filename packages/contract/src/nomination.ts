import * as z from 'zod/mini';
import { DocumentType, NUMBER_AS_TYPED } from './customers.ts';
import type { Endpoint } from './endpoint.ts';
import { bounds } from './rules/person.ts';
import { CatalogueIdInPath, OpaqueId, Text, Typed, TypedIdentifier } from './scalars.ts';
import { wireObject } from './wire.ts';

/** Who enters with a ticket, where its show asks for it (EN-131..134). */
export const Nomination = wireObject({
  firstName: ['cNombre', Text],
  lastName: ['cApellido', Text],
  documentType: ['cTipoDeDocumento', DocumentType],
  documentNumber: ['cDocumento', Text],
  /** Counts its changes; sent back with the next one. */
  version: ['nVersion', z.int()],
});
export type Nomination = z.output<typeof Nomination>;

/** What is given for a ticket. */
export const TicketToName = wireObject({
  ticketId: ['idEntrada', OpaqueId],
  firstName: ['cNombre', Typed(bounds.nameLength)],
  lastName: ['cApellido', Typed(bounds.nameLength)],
  documentType: ['cTipoDeDocumento', DocumentType],
  documentNumber: ['cDocumento', TypedIdentifier(NUMBER_AS_TYPED)],
  /** Of the nomination that was seen; left out for a ticket without one. */
  version: ['nVersion', z.optional(z.int().check(z.positive()))],
});
export type TicketToName = z.output<typeof TicketToName>;

/** As many as one answer of an order has tickets. */
const MOST_AT_ONCE = 40;

export const nominate = {
  method: 'POST',
  path: '/v2/Operacion/:idOperacion/Nominaciones',
  access: 'customer',
  summary: 'Give tickets of an order of one’s own the names and documents that their show asks for: all of them, or none',
  params: wireObject({ orderId: ['idOperacion', OpaqueId] }),
  body: wireObject({
    items: ['Lista', z.array(TicketToName).check(z.minLength(1), z.maxLength(MOST_AT_ONCE))],
  }),
  refuses: ['cannot_nominate', 'not_found', 'busy'],
  answer: wireObject({
    items: ['Lista', z.array(wireObject({ ticketId: ['idEntrada', OpaqueId], nomination: ['oNominacion', Nomination] }))],
  }),
} as const satisfies Endpoint;

export const getNominationsFile = {
  method: 'GET',
  path: '/v2/Oficina/Funcion/:id/Nominaciones',
  access: 'organiser',
  summary: 'The door’s list of a performance whose show asks for names: its valid tickets by last name, as CSV',
  params: wireObject({ performanceId: ['id', CatalogueIdInPath] }),
  file: 'text/csv; charset=utf-8',
  refuses: ['cannot_nominate', 'not_found'],
  answer: wireObject({}),
} as const satisfies Endpoint;
