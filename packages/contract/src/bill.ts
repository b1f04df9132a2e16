import * as z from 'zod/mini';
import { DocumentType, NUMBER_AS_TYPED } from './customers.ts';
import type { Endpoint } from './endpoint.ts';
import { purchaseInPath } from './purchase.ts';
import { Instant, Money, OpaqueId, PlainDate, Text, Typed, TypedIdentifier, wireEnum } from './scalars.ts';
import { wireObject } from './wire.ts';

/** What the tax office calls a bill and what takes one back (EN-119, OP-024). */
export const BillKind = wireEnum({ bill: 'FACTURA', credit_note: 'NOTA_DE_CREDITO' });
export type BillKind = z.output<typeof BillKind>;

/** `pending`: not authorised yet, which needs nobody; `refused`: staff correct what the authority refused. */
export const BillState = wireEnum({ pending: 'PENDIENTE', authorised: 'AUTORIZADO', refused: 'RECHAZADO' });
export type BillState = z.output<typeof BillState>;

const bill = {
  id: ['idComprobante', OpaqueId],
  kind: ['ctComprobante', BillKind],
  state: ['cEstado', BillState],
  amount: ['fTotal', Money],
  /** As people quote it, `B 00005-00000012` (EN-120); with the three below, once it is authorised. */
  reference: ['cReferencia', z.optional(Text)],
  pointOfSale: ['nPuntoDeVenta', z.optional(z.int())],
  receiptNumber: ['nComprobante', z.optional(z.int())],
  /** The authority's code of authorisation, and until when it may be used. */
  cae: ['cCAE', z.optional(Text)],
  caeExpiresOn: ['dVencimientoCAE', z.optional(PlainDate)],
  issuedOn: ['dEmision', z.optional(PlainDate)],
} as const;

/** A fiscal document of an order (EN-118..EN-123). */
export const Bill = wireObject(bill);
export type Bill = z.output<typeof Bill>;

const Problem = wireObject({
  /** The authority's, or empty where it was found here. */
  code: ['cCodigo', Text],
  /** In the authority's words. */
  message: ['cMensaje', Text],
  /** What to correct, named as in `correctReceiver`; absent where it is nothing of the receiver. */
  field: ['cCampo', z.optional(Text)],
});
export type BillProblem = z.output<typeof Problem>;

/** The same as staff see it. */
export const OfficeBill = wireObject({
  ...bill,
  requestedAt: ['dPedido', Instant],
  /** When it is tried next; absent once it is authorised or refused. */
  nextTryAt: ['dProximoIntento', z.optional(Instant)],
  tries: ['nIntentos', z.int()],
  /** Why it is not authorised, or what the authority observed of one that is. */
  problems: ['listaProblema', z.array(Problem)],
  /** Whom it is made out to. */
  receiver: ['cReceptor', z.optional(Text)],
});
export type OfficeBill = z.output<typeof OfficeBill>;

/** What the receiver of a bill is to the tax office. */
export const TaxCondition = wireEnum({
  final_consumer: 'CONSUMIDOR_FINAL',
  registered: 'RESPONSABLE_INSCRIPTO',
  monotributo: 'MONOTRIBUTO',
  exempt: 'EXENTO',
});
export type TaxCondition = z.output<typeof TaxCondition>;

const receiver = {
  condition: ['ctCondicion', TaxCondition],
  documentType: ['cTipoDeDocumento', DocumentType],
  documentNumber: ['cDocumento', TypedIdentifier(NUMBER_AS_TYPED)],
  name: ['cNombre', Typed(120)],
  /** Where the law wants it on the bill. */
  address: ['cDomicilio', z.optional(Typed(200))],
} as const;

/** Whom a bill is made out to; without one it is the buyer as a final consumer. */
export const BillReceiver = wireObject(receiver);
export type BillReceiver = z.output<typeof BillReceiver>;

export const getBillReceiver = {
  method: 'GET',
  path: '/v2/Proceso/:id/Comprobante',
  access: 'customer',
  summary: 'Whom the bill of this purchase is to be made out to, and whether the law wants to know',
  params: purchaseInPath,
  refuses: ['not_on_sale'],
  answer: wireObject({
    receiver: ['oReceptor', z.optional(BillReceiver)],
    /** From this price on a final consumer has to be named; absent where bills are not made. */
    namedFrom: ['fIdentificadoDesde', z.optional(Money)],
  }),
} as const satisfies Endpoint;

export const setBillReceiver = {
  method: 'POST',
  path: '/v2/Proceso/:id/Comprobante',
  access: 'customer',
  summary: 'Says whom the bill is to be made out to; left out, the buyer as a final consumer',
  params: purchaseInPath,
  body: wireObject({ receiver: ['oReceptor', z.optional(BillReceiver)] }),
  refuses: ['not_on_sale', 'purchase_over', 'purchase_paying'],
  answer: wireObject({ receiver: ['oReceptor', z.optional(BillReceiver)] }),
} as const satisfies Endpoint;

const billOfOrder = wireObject({ orderId: ['idOperacion', OpaqueId], billId: ['idComprobante', OpaqueId] });

export const getBillFile = {
  method: 'GET',
  path: '/v2/Operacion/:idOperacion/Comprobante/:idComprobante',
  access: 'customer',
  summary: 'A bill or a credit note of an order of one’s own, as it is printed',
  params: billOfOrder,
  file: 'application/pdf',
  refuses: ['bill_not_authorised'],
  answer: wireObject({}),
} as const satisfies Endpoint;

export const getOfficeBillFile = {
  ...getBillFile,
  path: '/v2/Oficina/Operacion/:idOperacion/Comprobante/:idComprobante',
  access: 'organiser',
  summary: 'A bill or a credit note of any order, as it is printed',
} as const satisfies Endpoint;

export const listOfficeBills = {
  method: 'GET',
  path: '/v2/Oficina/Comprobantes',
  access: 'organiser',
  summary: 'Bills that need a person: refused by the authority, or waiting for it for more than ten minutes; the oldest first, 200 at most',
  answer: wireObject({
    items: [
      'Lista',
      z.array(
        wireObject({
          orderId: ['idOperacion', OpaqueId],
          orderNumber: ['cNumeroOperacion', z.optional(Text)],
          bill: ['oComprobante', OfficeBill],
        }),
      ),
    ],
    /** Not authorised yet, those above among them. */
    waiting: ['nPendientes', z.int()],
    refused: ['nRechazados', z.int()],
  }),
} as const satisfies Endpoint;

export const retryBill = {
  method: 'POST',
  path: '/v2/Oficina/Operacion/:idOperacion/Comprobante/:idComprobante/Reintentar',
  access: 'organiser',
  key: 'required',
  summary: 'Asks the authority for a refused bill again, made out to somebody else if a receiver is given',
  params: billOfOrder,
  body: wireObject({ reason: ['cMotivo', Typed(300)], receiver: ['oReceptor', z.optional(BillReceiver)] }),
  refuses: ['bill_not_refused', 'busy'],
  answer: OfficeBill,
} as const satisfies Endpoint;
