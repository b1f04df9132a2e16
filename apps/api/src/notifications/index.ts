export { mailColours } from './mail-colours.ts';
export { smtpMailer } from './mailer.ts';
export { supportTasks } from './support-tasks.ts';
export { notificationTasks } from './tasks.ts';
