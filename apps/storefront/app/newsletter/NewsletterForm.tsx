import { normalEmail } from '@butaca/contract/rules/email';
import { typedText } from '@butaca/contract/rules/typed';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Field } from '@butaca/ui/components/Field.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import formTexts from '../i18n/es/newsletter-form.json';
import styles from './NewsletterForm.module.css';
import type { Sent, Typed, WrongField } from './send.ts';

const ResultDialog = lazy(() => import('./ResultDialog.tsx'));

const typedInto = (form: HTMLFormElement): Typed => {
  const typed = new FormData(form);
  return { name: typedText(String(typed.get('name') ?? '')), email: normalEmail(String(typed.get('email') ?? '')) };
};

/** The newsletter's form in the footer (FT-020 to FT-027); what checks, sends and answers is loaded when it is sent. */
export function NewsletterForm() {
  const { t } = useTranslation(formTexts);
  const [isFilled, setFilled] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<WrongField | null>(null);
  const [sent, setSent] = useState<Sent | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const titleId = useId();

  const field = (name: WrongField) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`);

  const look = (event: React.FormEvent<HTMLFormElement>) => {
    const { name, email } = typedInto(event.currentTarget);
    setFilled(name !== '' && email !== '');
    setWrong(null);
  };

  const submit = async (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy || !isFilled) return;
    const typed = typedInto(event.currentTarget);
    setBusy(true);
    const result = await import('./send.ts').then(
      ({ send }) => send(typed),
      (): Sent => ({ isDone: false, message: { key: 'failed' } }),
    );
    setBusy(false);
    if ('wrong' in result) {
      setWrong(result.wrong);
      return field(result.wrong)?.focus();
    }
    setSent(result);
    if (!result.isDone) return;
    form.current?.reset();
    setFilled(false);
  };

  const close = () => {
    // The page around a dialog takes no focus until the dialog is gone.
    flushSync(() => setSent(null));
    // After a success the button is disabled and takes none either.
    const next = sent?.isDone ? field('name') : form.current?.querySelector('button');
    next?.focus();
  };

  return (
    <section className={styles.newsletter} aria-labelledby={titleId}>
      <div>
        <h2 id={titleId} className={styles.title}>
          {t('title')}
        </h2>
        <p className={styles.lead}>{t('lead')}</p>
      </div>
      <form ref={form} className={styles.form} method="post" noValidate onInput={look} onSubmit={(event) => void submit(event)}>
        <Field label={t('name')} name="name" autoComplete="name" enterKeyHint="next" required error={wrong === 'name' && t('name.wrong')} />
        <Field
          label={t('email')}
          name="email"
          type="email"
          autoComplete="email"
          inputMode="email"
          enterKeyHint="send"
          required
          error={wrong === 'email' && <span data-msg="auth.E-mail must be valid">{t('auth.E-mail must be valid')}</span>}
        />
        <Button type="submit" kind="secondary" disabled={!isFilled} busy={isBusy} className={styles.submit}>
          {t(isBusy ? 'busy' : 'submit')}
        </Button>
      </form>
      {sent && (
        <Suspense>
          <ResultDialog message={sent.message} onClose={close} />
        </Suspense>
      )}
    </section>
  );
}
