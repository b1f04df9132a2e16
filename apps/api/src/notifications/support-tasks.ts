import type { TaskList } from 'graphile-worker';
import type { Jobs } from '#db/enqueue';
import { messageToMail } from '../customers/index.ts';
import { senderIn } from './sender.ts';
import { supportCopyMail, supportMail } from './support-mails.ts';
import { givingUp, type NotificationDeps } from './tasks.ts';

interface SupportDeps extends Pick<NotificationDeps, 'db' | 'mailer' | 'sender' | 'watch'> {
  /** The address that messages go to. */
  readonly support: string;
}

/** The worker's jobs that mail messages to support, and the copies for who wrote them. */
export function supportTasks({ db, mailer, sender, support, watch }: SupportDeps): TaskList {
  const mail = async (payload: unknown) => {
    const message = await messageToMail(db, (payload as Jobs['mail-support']).messageId);
    if (message) await mailer.send(supportMail(message, { ...sender, support }));
  };
  const mailCopy = async (payload: unknown) => {
    const message = await messageToMail(db, (payload as Jobs['mail-support-copy']).messageId);
    const copy = message && supportCopyMail(message, senderIn(sender, message.language));
    if (copy) await mailer.send(copy);
  };
  return { 'mail-support': givingUp(mail, watch), 'mail-support-copy': givingUp(mailCopy, watch) };
}
