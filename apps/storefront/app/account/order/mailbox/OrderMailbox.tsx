import type { Order } from '@butaca/contract';
import { useState } from 'react';
import { useSession } from '../../../session/store.ts';
import { OwnMailbox } from './OwnMailbox.tsx';
import { UndeliveredNotice } from './UndeliveredNotice.tsx';

/** What is to be said of an order's mails: that some did not arrive, or where they go. One of both at a time, since a correction says where they go. `isBrief` in a list. */
export function OrderMailbox({ order, isBrief = false }: { order: Order; isBrief?: boolean }) {
  const [corrected, setCorrected] = useState<string>();
  const account = useSession()?.user.email;
  // Not any more once they were taken back.
  const isNews = corrected !== undefined && corrected === (order.mailbox ?? account) && !order.undelivered;
  return (
    <>
      <UndeliveredNotice order={order} isBrief={isBrief} corrected={isNews ? corrected : undefined} onCorrected={setCorrected} />
      {!isNews && <OwnMailbox order={order} />}
    </>
  );
}
