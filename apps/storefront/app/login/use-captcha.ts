import { useCaptcha as useCaptchaWith } from '@butaca/browser/use-captcha.ts';
import type { CaptchaPurpose } from '@butaca/contract/captcha';
import { loadClient } from '../calls/load-client.ts';

/** The captcha of log in, sign up and payment. */
export const useCaptcha = (purpose: CaptchaPurpose) => useCaptchaWith(loadClient, purpose);
