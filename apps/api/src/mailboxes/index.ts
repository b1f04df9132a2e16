export { askMailboxCode, correctMailbox } from './correct-mailbox.ts';
export type { MailTask } from './kinds.ts';
export { endLapsed, endSent, forgetUndelivered, type MailSubject, mailboxesOf } from './queries.ts';
export { mailboxRoutes } from './routes.ts';
export { readUndeliveredOfOrder, recordUndelivered, undeliveredOf } from './undelivered.ts';
