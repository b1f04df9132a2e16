import { Button } from '@butaca/ui/components/Button.tsx';
import { Field } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { useFrame } from '../../frame/use-frame.ts';
import linkTexts from '../../i18n/es/pay-link.json';
import { pathTo } from '../../paths.ts';
import styles from '../confirmation/Confirmation.module.css';
import { codeIn } from './link-code.ts';

/** Where a code is typed: without one in the address, and after one that leads nowhere. */
export function AskForCode({ problem }: { problem: 'gone' | 'silent' | undefined }) {
  const { t } = useTranslation(linkTexts);
  const { brand } = useFrame();
  const navigate = useNavigate();
  const [wrong, setWrong] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = codeIn(String(new FormData(event.currentTarget).get('code') ?? ''));
    setWrong(code === null);
    if (code !== null) void navigate(pathTo('linkPago', { purchaseId: code }));
    else event.currentTarget.querySelector('input')?.focus();
  };
  return (
    <main id="main" className={styles.confirmation}>
      <title>{`${t('ask.title')} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <h1 tabIndex={-1}>{t('ask.title')}</h1>
      {problem && (
        <Notice kind="error" message={problem}>
          {t(problem)}
        </Notice>
      )}
      <p className={styles.text}>{t('ask.text')}</p>
      <form className={styles.lost} method="post" noValidate onSubmit={submit}>
        <Field
          enterKeyHint="done"
          name="code"
          label={t('ask.code')}
          error={wrong ? t('ask.wrong') : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          required
        />
        <Button type="submit">{t('ask.open')}</Button>
      </form>
    </main>
  );
}
