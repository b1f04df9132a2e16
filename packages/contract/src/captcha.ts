import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { wireEnum } from './scalars.ts';
import { wireObject } from './wire.ts';

/** ALTCHA's own format (version 2), passed on as it is: its signature covers every parameter. */
const Challenge = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: z.string(),
    keySignature: z.optional(z.string()),
    expiresAt: z.optional(z.int()),
  }),
  signature: z.optional(z.string()),
});
export type CaptchaChallenge = z.output<typeof Challenge>;

export interface CaptchaSolution {
  readonly counter: number;
  readonly derivedKey: string;
}

/** What a challenge is good for; one that was solved for another purpose does not count. */
const CaptchaPurpose = wireEnum({ 'log-in': 'INGRESO', 'sign-up': 'ALTA', recovery: 'RECUPERO', payment: 'PAGO', support: 'CONTACTO' });
export type CaptchaPurpose = z.output<typeof CaptchaPurpose>;

/** What reCAPTCHA v3 is asked with in the browser; its token goes into `cCaptcha` as it is. */
const Recaptcha = wireObject({
  siteKey: ['cClave', z.string()],
  script: ['cScript', z.string()],
  action: ['cAccion', z.string()],
});
export type RecaptchaQuestion = z.output<typeof Recaptcha>;

export const getCaptcha = {
  method: 'GET',
  path: '/v2/Captcha',
  access: 'anonymous',
  summary:
    'What to solve for one log-in, sign-up, recovery, payment or message to support (C-16): a proof-of-work challenge, or a question to reCAPTCHA; neither when this server asks for none',
  query: wireObject({ purpose: ['ctUso', z._default(CaptchaPurpose, 'log-in')] }),
  answer: wireObject({ challenge: ['oDesafio', z.nullable(Challenge)], recaptcha: ['oRecaptcha', z.optional(Recaptcha)] }),
} as const satisfies Endpoint;

/** What goes into `cCaptcha`: the challenge with its solution. */
export const writeCaptcha = (challenge: CaptchaChallenge, { counter, derivedKey }: CaptchaSolution): string =>
  btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } }));

const Solved = z.object({ challenge: Challenge, solution: z.object({ counter: z.int(), derivedKey: z.string() }) });

/** Null when the text is not a solved challenge; the server verifies the solution. */
export function readCaptcha(text: string): { challenge: CaptchaChallenge; solution: CaptchaSolution } | null {
  try {
    return z.parse(Solved, JSON.parse(atob(text)));
  } catch {
    return null;
  }
}
