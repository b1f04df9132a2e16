import { useRef } from 'react';

/** Half the life of a challenge, so that one solved while the form was filled in is still good when it is sent. */
const GOOD_FOR_MS = 5 * 60_000;

/** The invisible captcha of the form: solved from the first touch of the form, used once. */
export function useCaptcha() {
  const prepared = useRef<{ readonly startedAt: number; readonly token: Promise<string | undefined> } | null>(null);

  const prepare = () => {
    if (prepared.current && Date.now() - prepared.current.startedAt < GOOD_FOR_MS) return;
    const token = import('./captcha.ts').then(({ solveCaptcha }) => solveCaptcha());
    // Who takes it hears of the failure; until then nobody has to.
    token.catch(() => undefined);
    prepared.current = { startedAt: Date.now(), token };
  };

  const take = async (): Promise<string | undefined> => {
    prepare();
    const token = prepared.current?.token;
    prepared.current = null;
    return token;
  };

  return { prepare, take };
}
