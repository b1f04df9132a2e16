import { type CaptchaPurpose, getCaptcha, writeCaptcha } from '@butaca/contract/captcha';
import type { Client } from '@butaca/contract/client';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

/** Asks for a challenge and solves it (C-16). Nothing when the server asks for none; throws when it could not be done. */
export async function solveCaptcha(client: Client, purpose: CaptchaPurpose): Promise<string | undefined> {
  const answer = await client.ask(getCaptcha, { query: { purpose } });
  if (!answer) throw new Error('no captcha challenge');
  const { challenge } = answer;
  if (challenge === null) return undefined;
  const solution = await solveChallenge({ challenge: challenge as Parameters<typeof solveChallenge>[0]['challenge'], deriveKey });
  if (!solution) throw new Error('captcha not solved');
  return writeCaptcha(challenge, solution);
}
