export { alertMailOf, type ShowNewsMail, showNewsOf } from './alerts/alerts.ts';
export { alertTasks } from './alerts/watch-shows.ts';
export { Captcha, type CaptchaSettings, captchaAdapter } from './captcha/captcha.ts';
export { Effort } from './captcha/effort.ts';
export { sourcesOfCaptcha } from './captcha/recaptcha.ts';
export { codeHostTasks, httpCodeHost } from './code-host.ts';
export type { ExternalLoginSettings } from './external/provider.ts';
export type { HashCost } from './hashing-threads.ts';
export { codeMailOf, mailCode, requireConfirmedAddress, useMailboxCode } from './mail-codes.ts';
export { httpMailingList, newsletterTasks } from './newsletter/hand-over.ts';
export { newsletterMailOf } from './newsletter/newsletter.ts';
export { type NoticeMail, type ToldThing, tellOfNotices } from './notices/mail.ts';
export type { OwnerProof } from './owner-proof.ts';
export { tellOfPassword } from './password-mail.ts';
export { Passwords } from './passwords.ts';
export { readMobile } from './phone-number.ts';
export { exportToTell } from './privacy/queries-privacy.ts';
export { confirmInside } from './prove-mailbox.ts';
export { addressesOf, customerById, lockCustomerIn } from './queries-account.ts';
export type { MailboxPurpose } from './queries-mail-codes.ts';
export { changeToTell } from './queries-mail-codes.ts';

export { listStaff, type StaffRole, staffRoles } from './queries-staff-accounts.ts';
export { customerRoutes } from './routes.ts';
export { customerTasks, sessionReader } from './session.ts';
export { linkMailOf } from './sign-in/links.ts';
export { appointStaff, dismissStaff } from './staff-accounts.ts';
export { messageToMail } from './support/queries-support.ts';
export {
  admitMailbox,
  admitPromotionCode,
  admitSavedCard,
  type CodeRoom,
  correctionPace,
  type MailboxAttempt,
  mayMailAgain,
  unpaidOrderPace,
} from './throttle.ts';
