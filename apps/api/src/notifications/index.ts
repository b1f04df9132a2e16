export { type Mailer, smtpMailer } from './mailer.ts';
export { notificationTasks } from './tasks.ts';
export type { Sender } from './welcome-mail.ts';
