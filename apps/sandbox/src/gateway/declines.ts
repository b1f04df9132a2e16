export interface Decline {
  /** Payway's card error code. */
  readonly type: string;
  readonly id: number;
  /** For the buyer's eyes. */
  readonly description: string;
  /** The reason in the card network's terms; never shown to the buyer. */
  readonly internal: string;
}

/** Reasons of an issuer for declining, with the response codes of card networks. */
export const declines = {
  insufficientFunds: {
    type: 'insufficient_amount',
    id: 51,
    description: 'La tarjeta no tiene fondos suficientes. Probá con otra.',
    internal: '51 NOT SUFFICIENT FUNDS',
  },
  callIssuer: {
    type: 'request_authorization_card',
    id: 1,
    description: 'Comunicate con el emisor de tu tarjeta para que autorice el pago.',
    internal: '01 REFER TO CARD ISSUER',
  },
  declined: {
    type: 'card_declined',
    id: 5,
    description: 'El emisor rechazó el pago. Probá con otra tarjeta.',
    internal: '05 DO NOT HONOUR',
  },
  stolen: {
    type: 'card_declined',
    id: 43,
    description: 'El emisor rechazó el pago. Comunicate con tu banco.',
    internal: '43 STOLEN CARD, PICK UP',
  },
  expired: { type: 'expired_card', id: 54, description: 'La tarjeta está vencida.', internal: '54 EXPIRED CARD' },
  securityCode: {
    type: 'security_code_error',
    id: 82,
    description: 'El código de seguridad no es correcto.',
    internal: '82 CVV VALIDATION ERROR',
  },
  processing: {
    type: 'processing_error',
    id: 96,
    description: 'No se pudo procesar el pago. Probá de nuevo en unos minutos.',
    internal: '96 SYSTEM MALFUNCTION',
  },
  fraud: {
    type: 'cybersource_error',
    id: 481,
    description: 'No pudimos aprobar el pago. Probá con otra tarjeta.',
    internal: '481 REJECTED BY DECISION MANAGER',
  },
  noTestCard: {
    type: 'invalid_card',
    id: 14,
    description: 'La tarjeta no es válida. Probá con otra.',
    internal: '14 NOT A TEST CARD OF THE SANDBOX',
  },
} as const satisfies Record<string, Decline>;
