import { useRefusedCode } from '@butaca/browser/refused-code.ts';
import { typedIdentifier } from '@butaca/contract/rules/typed';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Field } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { loadClient } from '../../calls/load-client.ts';
import mailboxTexts from '../../i18n/es/mailbox.json';
import { typedInto, useCheckedForm } from '../../login/use-checked-form.ts';
import { useSession } from '../../session/store.ts';
import { forgetCodeAsked, isCodeAsked, keepCodeAsked } from './code-asked.ts';
import styles from './ProveAddress.module.css';

const ChangeEmail = lazy(() => import('./ChangeEmail.tsx'));

type Said = { readonly text: 'sent' | 'failed' } | { readonly text: 'wait'; readonly seconds: number };

interface ProveAddressProps {
  readonly onProved: (email: string) => void;
  /** The account was opened just now, and its code is on the way, sent by a host of the brand (CA-036): only another one is mailed by us. */
  readonly isSignUp?: boolean;
  /** The tickets are bought, and about to be issued anew: no places wait meanwhile. */
  readonly beforeReissue?: boolean;
}

/** The code that proves the account's address, asked for where tickets are about to go there; the purchase around it goes on. */
export default function ProveAddress({ onProved, isSignUp = false, beforeReissue = false }: ProveAddressProps) {
  const { t } = useTranslation(mailboxTexts);
  const email = useSession()?.user.email ?? '';
  const [isAsked] = useState(() => isCodeAsked(email));
  const [step, setStep] = useState<'to-send' | 'to-confirm' | 'changing' | 'done'>(isSignUp || isAsked ? 'to-confirm' : 'to-send');
  const [isSending, setSending] = useState(false);
  const [said, setSaid] = useState<Said | null>(null);
  const [sends, setSends] = useState(0);
  const root = useRef<HTMLElement>(null);
  const refused = useRefusedCode(loadClient, sends);

  useEffect(() => {
    // A page that was loaded again is read from its top; of a sign-up nothing else is left.
    if (step === 'to-confirm' && (isSignUp || !isAsked)) root.current?.querySelector<HTMLElement>('[name="code"]')?.focus();
    if (step === 'done') root.current?.querySelector<HTMLElement>('[data-msg="address_confirmed"]')?.focus();
  }, [step, isAsked, isSignUp]);

  const send = async () => {
    if (isSending) return;
    setSending(true);
    setSaid(null);
    const [client, { sendAddressCode }] = await Promise.all([loadClient(), import('@butaca/contract/account')]);
    const outcome = await client.call(sendAddressCode, {});
    setSending(false);
    if (outcome.status === 'ok') {
      setSaid({ text: 'sent' });
      setSends((count) => count + 1);
    } else if (outcome.status === 'refusal' && outcome.failure === 'too_many_attempts') {
      setSaid({ text: 'wait', seconds: outcome.data.retryAfterSeconds });
    } else return setSaid({ text: 'failed' });
    keepCodeAsked(email);
    setStep('to-confirm');
  };
  const { problems, busy, submit, recheck } = useCheckedForm<'code'>({
    order: ['code'],
    check: (typed) => (typedIdentifier(typedInto(typed, 'code')) === '' ? { code: 'missing' } : {}),
    send: async (typed) => {
      setSaid(null);
      const [client, { confirmAddress }] = await Promise.all([loadClient(), import('@butaca/contract/account')]);
      const outcome = await client.call(confirmAddress, { body: { code: typedIdentifier(typedInto(typed, 'code')) } });
      if (outcome.status !== 'ok') {
        return { code: outcome.status === 'refusal' && outcome.failure === 'wrong_code' ? 'wrong' : 'failed' };
      }
      forgetCodeAsked();
      setStep('done');
      onProved(email);
      return undefined;
    },
  });

  if (step === 'done')
    return (
      <section ref={root} className={styles.prove}>
        <h2>{t('prove.title')}</h2>
        <p tabIndex={-1} data-msg="address_confirmed">
          {t('prove.done', { email })}
        </p>
      </section>
    );
  const { code: problem } = problems;
  return (
    <section ref={root} className={styles.prove}>
      <h2 tabIndex={-1}>{t('prove.title')}</h2>
      {step !== 'changing' && <p>{t(isSignUp ? 'prove.signed-up' : beforeReissue ? 'prove.before-reissue' : 'prove.text', { email })}</p>}
      {refused !== null && step !== 'changing' && (
        <Notice kind="error" message="code_refused">
          {t('prove.refused', { email: refused })}
        </Notice>
      )}
      {said && refused === null && step !== 'changing' && (
        <Notice kind={said.text === 'failed' ? 'error' : 'info'}>
          {said.text === 'wait' ? t('prove.wait', { seconds: said.seconds }) : t(`prove.${said.text}`)}
        </Notice>
      )}
      {step === 'changing' ? (
        <Suspense>
          <ChangeEmail
            onChanged={(next) => {
              setStep('done');
              onProved(next);
            }}
            onCancel={() => {
              setStep(isSignUp || isCodeAsked(email) ? 'to-confirm' : 'to-send');
              requestAnimationFrame(() => root.current?.querySelector<HTMLElement>('input, button')?.focus());
            }}
          />
        </Suspense>
      ) : step === 'to-send' ? (
        <div className={styles.ways}>
          <Button kind="secondary" busy={isSending} onClick={() => void send()}>
            {isSending ? t('prove.sending') : t('prove.send')}
          </Button>
          <Button kind="quiet" onClick={() => setStep('changing')}>
            {t('change.open')}
          </Button>
        </div>
      ) : (
        <form className={styles.code} method="post" noValidate onSubmit={(event) => void submit(event)} onInput={recheck}>
          <Field
            enterKeyHint="done"
            name="code"
            label={t('prove.code')}
            hint={t('prove.code.hint', { email })}
            error={problem && t(problem === 'wrong' ? 'prove.wrong' : problem === 'missing' ? 'prove.missing' : 'prove.failed')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            required
          />
          <div className={styles.ways}>
            <Button type="submit" kind="secondary" busy={busy}>
              {busy ? t('prove.confirming') : t('prove.confirm')}
            </Button>
            <Button kind="quiet" busy={isSending} onClick={() => void send()}>
              {t('prove.again')}
            </Button>
            <Button kind="quiet" onClick={() => setStep('changing')}>
              {t('change.open')}
            </Button>
          </div>
        </form>
      )}
    </section>
  );
}
