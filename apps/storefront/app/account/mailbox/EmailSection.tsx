import { Button } from '@butaca/ui/components/Button.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import mailboxTexts from '../../i18n/es/mailbox.json';
import styles from '../EntryList.module.css';
import { EMAIL_SECTION_ID } from './email-section.ts';

const ChangeEmail = lazy(() => import('./ChangeEmail.tsx'));

/** The account's address, and how it is changed; a link to the section opens the form, which takes the focus. */
export function EmailSection({ email, onChanged }: { email: string; onChanged: (email: string) => void }) {
  const { t } = useTranslation(mailboxTexts);
  const [step, setStep] = useState<'shown' | 'changing' | 'changed'>('shown');
  const root = useRef<HTMLElement>(null);
  const done = useRef<HTMLDivElement>(null);
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is another one when the same link is followed again
  useEffect(() => {
    if (hash === `#${EMAIL_SECTION_ID}`) setStep('changing');
  }, [hash, key]);
  useEffect(() => {
    if (step === 'changed') done.current?.focus();
  }, [step]);
  return (
    <section ref={root} className={styles.section} aria-labelledby={EMAIL_SECTION_ID}>
      <h2 id={EMAIL_SECTION_ID}>{t('change.title')}</h2>
      {step === 'changing' ? (
        <Suspense>
          <ChangeEmail
            onChanged={(next) => {
              onChanged(next);
              setStep('changed');
            }}
            onCancel={() => {
              setStep('shown');
              requestAnimationFrame(() => root.current?.querySelector('button')?.focus());
            }}
          />
        </Suspense>
      ) : (
        <>
          <div ref={done} tabIndex={-1}>
            {step === 'changed' && (
              <Notice kind="success" message="email_changed" title={t('change.done.title', { email })}>
                <p>{t('change.done.text')}</p>
              </Notice>
            )}
          </div>
          <p>{t('change.now', { email })}</p>
          <div>
            <Button kind="secondary" onClick={() => setStep('changing')}>
              {t('change.open')}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
