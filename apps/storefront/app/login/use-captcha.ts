import { usePrepared } from '@butaca/ui/components/use-prepared.ts';

/** Half the life of a challenge, so that one solved while the form was filled in is still good when it is sent. */
const GOOD_FOR_MS = 5 * 60_000;

/** The invisible captcha of a form: solved from the first touch of the form, used once; without an answer nothing is sent. */
export const useCaptcha = () => usePrepared(() => import('./captcha.ts').then(({ solveCaptcha }) => solveCaptcha()), GOOD_FOR_MS);
