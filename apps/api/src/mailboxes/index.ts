export { askMailboxCode, correctMailbox } from './correct-mailbox.ts';
export type { MailTask } from './kinds.ts';
export { endLapsed, endSent, forgetUndelivered, isUndelivered, type MailSubject, mailboxesOf, mailboxOf, noteTaken } from './queries.ts';
export { mailboxRoutes } from './routes.ts';
export { type Recorded, readAccountDelivery, readUndeliveredOfOrder, recordUndelivered, undeliveredOf } from './undelivered.ts';
