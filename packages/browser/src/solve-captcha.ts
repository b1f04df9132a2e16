import { type CaptchaChallenge, type CaptchaPurpose, getCaptcha, writeCaptcha } from '@butaca/contract/captcha';
import type { Client } from '@butaca/contract/client';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

/** Makes what goes into `cCaptcha` of one form; nothing when the server asks for none. Rejects when it could not be made. */
type MakeToken = () => Promise<string | undefined>;

/** Asks what to solve (C-16) and does what takes long. Rejects when it could not be done. */
export async function prepareCaptcha(client: Client, purpose: CaptchaPurpose): Promise<MakeToken> {
  const answer = await client.ask(getCaptcha, { query: { purpose } });
  if (!answer) throw new Error('no captcha challenge');
  const { challenge, recaptcha } = answer;
  if (recaptcha) {
    const { loadRecaptcha } = await import('./recaptcha.ts');
    // Asked when the form is sent: its tokens are good for two minutes, which filling in a form may take.
    return loadRecaptcha(recaptcha);
  }
  if (challenge === null) return async () => undefined;
  const token = await solve(challenge);
  return async () => token;
}

async function solve(challenge: CaptchaChallenge): Promise<string> {
  const solution = await solveChallenge({ challenge: challenge as Parameters<typeof solveChallenge>[0]['challenge'], deriveKey });
  if (!solution) throw new Error('captcha not solved');
  return writeCaptcha(challenge, solution);
}
