export type { CaptchaOptions } from './captcha.ts';
export { Passwords } from './passwords.ts';
export { customerById } from './queries.ts';

export { customerRoutes } from './routes.ts';
export { sessionOf } from './session.ts';
export { customerTasks } from './tasks.ts';
