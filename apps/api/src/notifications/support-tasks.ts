import type { TaskList } from 'graphile-worker';
import { messageToMail } from '../customers/index.ts';
import { type MailingDeps, mailing } from './mailing.ts';
import { type Sender, senderIn } from './sender.ts';
import { supportCopyMail, supportMail } from './support-mails.ts';

interface SupportDeps extends MailingDeps {
  readonly sender: Sender;
  /** The address that messages go to. */
  readonly support: string;
}

/** The worker's jobs that mail messages to support, and the copies for who wrote them. */
export const supportTasks = ({ sender, support, ...deps }: SupportDeps): TaskList =>
  mailing(
    {
      'mail-support': async ({ messageId }, send) => {
        const message = await messageToMail(deps.db, messageId);
        if (message) await send(supportMail(message, { ...sender, support }), { about: messageId });
      },
      'mail-support-copy': async ({ messageId }, send) => {
        const message = await messageToMail(deps.db, messageId);
        const copy = message && supportCopyMail(message, senderIn(sender, message.language));
        if (copy) await send(copy, { about: messageId, customerId: message.customerId });
      },
    },
    deps,
  );
