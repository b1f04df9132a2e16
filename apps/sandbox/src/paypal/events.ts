import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type Captured, captureBody, moneyOf, type Order, orderBody } from './order.ts';

/** What PayPal tells of; `cents` is what went back. */
export type Happening =
  | { readonly type: 'CHECKOUT.ORDER.APPROVED'; readonly order: Order }
  | { readonly type: 'PAYMENT.CAPTURE.COMPLETED' | 'PAYMENT.CAPTURE.DENIED'; readonly order: Captured }
  | {
      readonly type: 'PAYMENT.CAPTURE.REFUNDED' | 'PAYMENT.CAPTURE.REVERSED';
      readonly order: Captured;
      readonly refundId: string;
      readonly cents: number;
    };

/** An event with the resource that it is about, as it is at this moment. */
export const eventOf = (happening: Happening, at: number) => ({
  id: `WH-${randomBytes(12).toString('hex').toUpperCase()}`,
  event_version: '1.0',
  create_time: new Date(at).toISOString(),
  event_type: happening.type,
  resource_version: '2.0',
  ...resourceOf(happening),
});

function resourceOf(happening: Happening) {
  const { order } = happening;
  switch (happening.type) {
    case 'CHECKOUT.ORDER.APPROVED':
      return { resource_type: 'checkout-order', resource: orderBody(order) };
    case 'PAYMENT.CAPTURE.COMPLETED':
    case 'PAYMENT.CAPTURE.DENIED':
      return {
        resource_type: 'capture',
        resource: { ...captureBody(happening.order), supplementary_data: { related_ids: { order_id: order.id } } },
      };
    default: {
      // Of a refund the number of our invoice is all that leads to us; unverified.
      const amount = moneyOf(happening.cents, happening.order.capture.amount.currency_code);
      const resource = { id: happening.refundId, status: 'COMPLETED', amount, invoice_id: order.invoiceId };
      return { resource_type: 'refund', resource };
    }
  }
}

export interface Signing {
  readonly secret: string;
  readonly webhookId: string;
}

/**
 * What stands in PAYPAL-TRANSMISSION-SIG: over the text that PayPal signs, `id|time|webhook|crc32 of the body`. The key is ours, for PayPal's
 * certificates are its own.
 */
export const signatureOf = (body: string, transmissionId: string, time: string, { secret, webhookId }: Signing): string =>
  createHmac('sha256', secret)
    .update(`${transmissionId}|${time}|${webhookId}|${crc32(body)}`)
    .digest('base64');

export const AUTH_ALGORITHM = 'SHA256withRSA';
const CERTIFICATE = 'https://api.paypal.example/v1/notifications/certs/CERT-SANDBOX';

/** An event as it is sent. */
export function transmissionOf(event: object, at: number, signing: Signing) {
  const body = JSON.stringify(event);
  const [id, time] = [randomUUID(), new Date(at).toISOString()];
  return {
    headers: {
      'content-type': 'application/json',
      'paypal-transmission-id': id,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': signatureOf(body, id, time, signing),
      'paypal-cert-url': CERTIFICATE,
      'paypal-auth-algo': AUTH_ALGORITHM,
    },
    body,
  };
}
