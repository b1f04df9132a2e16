import { Button } from '@butaca/ui/components/Button.tsx';
import { Field } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useRef, useState } from 'react';
import { useHydrated } from '../../frame/use-hydrated.ts';
import landingTexts from '../../i18n/es/landing.json';
import { useSession } from '../../session/store.ts';
import type { AskedAlert } from './ask-alert.ts';
import styles from './ShowAlert.module.css';

interface ShowAlertProps {
  readonly showId: number;
  /** It can be bought now. */
  readonly isOpen: boolean;
  readonly hasDates: boolean;
}

/** "Tell me": a mail when the show has places again or gets another date. Somebody who is logged in types nothing. */
export function ShowAlert({ showId, isOpen, hasDates }: ShowAlertProps) {
  const { t } = useTranslation(landingTexts);
  const isHydrated = useHydrated();
  const session = useSession();
  const [isBusy, setBusy] = useState(false);
  const [asked, setAsked] = useState<AskedAlert | null>(null);
  const email = useRef<HTMLInputElement>(null);
  const result = useRef<HTMLParagraphElement>(null);

  const submit = async (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const typed = email.current?.value.trim() ?? '';
    const next = await import('./ask-alert.ts').then(
      ({ askAlert }) => askAlert({ showId, email: session ? null : typed }),
      (): AskedAlert => ({ key: 'failed' }),
    );
    setBusy(false);
    setAsked(next);
    if (next.key === 'wrong') email.current?.focus();
    else result.current?.focus();
  };

  const situation = isOpen ? 'open' : hasDates ? 'sold-out' : 'no-dates';
  const isDone = asked?.key === 'done' || asked?.key === 'sent';
  return (
    <section className={styles.alert} data-situation={situation} aria-labelledby="alert">
      <h3 id="alert">{t(`alert.${situation}`)}</h3>
      {asked && asked.key !== 'wrong' && (
        <Notice kind={isDone ? 'success' : 'error'}>
          <p ref={result} tabIndex={-1}>
            {t(`alert.${asked.key}`, asked.key === 'wait' ? { seconds: asked.seconds } : {})}
          </p>
        </Notice>
      )}
      {!isDone && (
        <form className={styles.form} method="post" noValidate onSubmit={(event) => void submit(event)}>
          <p className={styles.lead}>{t('alert.lead')}</p>
          {!session && (
            <Field
              ref={email}
              label={t('alert.email')}
              name="email"
              type="email"
              autoComplete="email"
              inputMode="email"
              enterKeyHint="send"
              required
              error={asked?.key === 'wrong' && t('alert.wrong')}
            />
          )}
          <Button type="submit" kind={isOpen ? 'secondary' : 'primary'} busy={isBusy} disabled={!isHydrated}>
            {t(isBusy ? 'alert.busy' : 'alert.submit')}
          </Button>
        </form>
      )}
    </section>
  );
}
