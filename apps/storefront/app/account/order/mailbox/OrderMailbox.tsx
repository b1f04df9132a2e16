import type { Order } from '@butaca/contract';
import { useState } from 'react';
import { useSession } from '../../../session/store.ts';
import { OwnMailbox } from './OwnMailbox.tsx';
import { UndeliveredNotice } from './UndeliveredNotice.tsx';

/** What is to be said of an order's mails: that some did not arrive, or where they go. One of both at a time, since a correction says where they go. */
export function OrderMailbox({ order }: { order: Order }) {
  const [corrected, setCorrected] = useState<string>();
  const account = useSession()?.user.email;
  // Not any more once they were taken back.
  const isNews = corrected !== undefined && corrected === (order.mailbox ?? account) && !order.undelivered;
  return (
    <>
      <UndeliveredNotice order={order} corrected={isNews ? corrected : undefined} onCorrected={setCorrected} />
      {!isNews && <OwnMailbox order={order} />}
    </>
  );
}
