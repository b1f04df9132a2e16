export { Captcha, type CaptchaOptions, usualCaptcha } from './captcha.ts';
export { Passwords } from './passwords.ts';
export { customerById } from './queries.ts';

export { customerRoutes } from './routes.ts';
export { sessionReader } from './session.ts';
export { customerTasks } from './tasks.ts';
