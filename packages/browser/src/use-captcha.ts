import type { CaptchaPurpose } from '@butaca/contract/captcha';
import type { Client } from '@butaca/contract/client';
import { useState } from 'react';
import { createPrepared } from './prepared.ts';

/** Half the life of a challenge, so that one solved while the form was filled in is still good when it is sent. */
const GOOD_FOR_MS = 2 * 60_000;

/**
 * The invisible captcha of a form: solved from the first touch of the form and used once. The solver and the client are
 * loaded then, because most visitors never fill in a form. reCAPTCHA's script is loaded then too, and asked when the form is sent.
 */
export const useCaptcha = (loadClient: () => Promise<Client>, purpose: CaptchaPurpose) =>
  useState(() => {
    const { prepare, take } = createPrepared(async () => {
      const [{ prepareCaptcha }, client] = await Promise.all([import('./solve-captcha.ts'), loadClient()]);
      return prepareCaptcha(client, purpose);
    }, GOOD_FOR_MS);
    return { prepare, take: async () => (await take())() };
  })[0];
