import type { CaptchaPurpose } from '@butaca/contract/captcha';
import type { Client } from '@butaca/contract/client';
import { usePrepared } from './use-prepared.ts';

/** Half the life of a challenge, so that one solved while the form was filled in is still good when it is sent. */
const GOOD_FOR_MS = 2 * 60_000;

/**
 * The invisible captcha of a form: solved from the first touch of the form and used once. The solver and the client are
 * loaded then, because most visitors never fill in a form.
 */
export const useCaptcha = (loadClient: () => Promise<Client>, purpose: CaptchaPurpose) =>
  usePrepared(async () => {
    const [{ solveCaptcha }, client] = await Promise.all([import('./solve-captcha.ts'), loadClient()]);
    return solveCaptcha(client, purpose);
  }, GOOD_FOR_MS);
