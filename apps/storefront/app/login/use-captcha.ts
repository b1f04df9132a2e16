import { useCaptcha as useCaptchaWith } from '@butaca/browser/use-captcha.ts';
import { loadClient } from '../calls/load-client.ts';

/** The captcha of log in, sign up and payment. */
export const useCaptcha = () => useCaptchaWith(loadClient);
