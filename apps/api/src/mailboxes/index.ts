export { askMailboxCode, correctMailbox } from './correct-mailbox.ts';
export type { MailTask } from './kinds.ts';
export {
  countOpen,
  endHeld,
  endLapsed,
  endSent,
  forgetUndelivered,
  hasMissingMail,
  isMailboxProved,
  isOrderMailboxProved,
  isUndelivered,
  type MailSubject,
  mailboxesOf,
  mailboxOf,
  noteTaken,
} from './queries.ts';
export { mailboxRoutes } from './routes.ts';
export {
  putAside,
  type Recorded,
  readAccountDelivery,
  readUndeliveredOfOrder,
  recordUndelivered,
  sendHeldOfProved,
  takeBack,
  undeliveredOf,
} from './undelivered.ts';
