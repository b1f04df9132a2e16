export { Captcha, type CaptchaSettings, captchaAdapter } from './captcha/captcha.ts';
export { sourcesOfCaptcha } from './captcha/recaptcha.ts';
export type { ExternalLoginSettings } from './external/provider.ts';
export { codeMailOf, requireConfirmedAddress } from './mail-codes.ts';
export { Passwords } from './passwords.ts';
export { exportToTell } from './privacy/queries-privacy.ts';
export { customerById } from './queries-account.ts';

export { customerRoutes } from './routes.ts';
export { customerTasks, sessionReader } from './session.ts';
export { linkMailOf } from './sign-in/links.ts';
