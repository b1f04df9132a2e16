export { smtpMailer } from './mailer.ts';
export { notificationTasks } from './tasks.ts';
