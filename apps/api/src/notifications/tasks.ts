import type { Db } from '#db/connect';
import type { Jobs } from '#db/enqueue';
import { customerById } from '../customers/index.ts';
import { offerMail, returnMail } from './late-money-mails.ts';
import type { Mailer } from './mailer.ts';
import { latePurchase } from './queries.ts';
import { type Sender, welcomeMail } from './welcome-mail.ts';

export interface NotificationDeps {
  readonly db: Db;
  readonly mailer: Mailer;
  readonly sender: Sender;
}

/** What the worker does for jobs that end in a mail; each reads what it needs when it runs, and throws to be tried again. */
export function notificationTasks({ db, mailer, sender }: NotificationDeps) {
  return {
    'welcome-customer': async (payload: unknown) => {
      const customer = await customerById(db, (payload as Jobs['welcome-customer']).customerId);
      // An account erased before its mail went out gets none.
      if (customer) await mailer.send(welcomeMail(customer, sender));
    },
    'tell-of-offer': async (payload: unknown) => {
      const purchase = await latePurchase(db, (payload as Jobs['tell-of-offer']).purchaseId);
      // Whoever has answered, or can no longer answer, is not asked.
      if (purchase?.offeredUntil) await mailer.send(offerMail(purchase, purchase.offeredUntil, sender));
    },
    'tell-of-return': async (payload: unknown) => {
      const { purchaseId, reference } = payload as Jobs['tell-of-return'];
      const purchase = await latePurchase(db, purchaseId);
      if (purchase) await mailer.send(returnMail(purchase, reference, sender));
    },
  };
}
