import type { LanguageCode } from '@butaca/brand/languages';
import type { SupportKind } from '@butaca/contract';
import type { Db, Tx } from '#db/connect';

interface NewMessage {
  readonly id: string;
  readonly number: number;
  readonly kind: SupportKind;
  readonly message: string;
  readonly name: string;
  readonly phone: string;
  readonly customerId: string | null;
  readonly orderNumber: number | null;
  readonly page: string | null;
  readonly device: string | null;
}

/** False when another message has this number. */
export const insertMessage = async (tx: Tx, message: NewMessage): Promise<boolean> => {
  const { id, number, kind, message: text, name, phone, customerId, orderNumber, page, device } = message;
  const inserted = await tx`
    insert into support_message (id, number, kind, message, name, phone, customer_id, order_number, page, device)
    values (${id}, ${number}, ${kind}, ${text}, ${name}, ${phone}, ${customerId}, ${orderNumber}, ${page}, ${device})
    on conflict (number) do nothing`;
  return inserted.count === 1;
};

interface MessageToMail extends NewMessage {
  readonly sentAt: Temporal.Instant;
  /** Of its account; null without one. */
  readonly email: string | null;
  readonly isConfirmed: boolean;
  readonly language: LanguageCode | null;
}

/** Undefined once it was deleted. */
export const messageToMail = async (db: Db, id: string): Promise<MessageToMail | undefined> =>
  (
    await db<MessageToMail[]>`
      select message.id, number, kind, message, name, phone, order_number as "orderNumber", page, device, sent_at as "sentAt",
             customer_id as "customerId", customer.email, email_confirmed_at is not null as "isConfirmed", customer.language
        from support_message as message left join customer on customer.id = customer_id where message.id = ${id}`
  )[0];

/** The number of an order of this customer, which it has from its first payment on; undefined when it is not theirs, or was sold at a counter. */
export const orderNumberOf = async (
  tx: Tx,
  { orderId, customerId }: { orderId: string; customerId: string },
): Promise<number | undefined> =>
  (
    await tx<{ number: number }[]>`
      select order_number as number from purchase
       where id = ${orderId} and customer_id = ${customerId} and channel = 'online' and order_number is not null`
  )[0]?.number;

/** The address that a copy may go to: one whose owner has confirmed it. */
export const confirmedAddressOf = async (tx: Tx, customerId: string): Promise<string | undefined> =>
  (
    await tx<{ email: string }[]>`
      select email from customer where id = ${customerId} and email is not null and email_confirmed_at is not null`
  )[0]?.email;
