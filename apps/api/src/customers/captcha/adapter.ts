import type { AnswerOf, CaptchaPurpose, getCaptcha } from '@butaca/contract';

/** What a solved challenge is used for. */
export type CaptchaUse =
  | { readonly purpose: 'log-in' | 'sign-up' | 'recovery' | 'support'; readonly ip: string }
  /** Of a purchase, with the idempotency key. */
  | { readonly purpose: 'payment'; readonly click: string };

export type CaptchaQuestion = AnswerOf<typeof getCaptcha>;

/** One way to tell people from machines. */
export interface CaptchaAdapter {
  /** Whether somebody else verifies, who knows a token once only. */
  readonly asksElsewhere: boolean;
  question(purpose: CaptchaPurpose, effort: number): Promise<CaptchaQuestion>;
  /** What a token counts once by: 64 hexadecimal digits, if it is genuine; null when it cannot be one. */
  keyOf(token: string): string | null;
  /** Until when the token could be used again if it were not remembered; null when it does not hold. */
  verify(token: string, use: CaptchaUse): Promise<Temporal.Instant | null>;
}

/** Values that follow from the server's secret and are used for captchas alone. */
export type Derive = (...use: readonly string[]) => string;
