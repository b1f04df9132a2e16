import { useRefusedCode } from '@butaca/browser/refused-code.ts';
import { typedIdentifier } from '@butaca/contract/rules/typed';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Field } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { loadClient } from '../../calls/load-client.ts';
import buyTexts from '../../i18n/es/buy.json';
import styles from './Buy.module.css';

type Step = 'to-send' | 'to-confirm' | 'done';
type Said = { readonly text: 'sent' | 'wrong' | 'failed' } | { readonly text: 'wait'; readonly seconds: number };

/** The code that confirms an address, asked for before what only confirmed customers may buy. Part of the form around it, which it never sends. */
export function ConfirmAddress({ email }: { email: string }) {
  const { t } = useTranslation(buyTexts);
  const [step, setStep] = useState<Step>('to-send');
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<Said | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const done = useRef<HTMLParagraphElement>(null);
  const [sends, setSends] = useState(0);
  const refused = useRefusedCode(loadClient, sends);

  useEffect(() => {
    if (step === 'to-confirm') input.current?.focus();
    if (step === 'done') done.current?.focus();
  }, [step]);

  const run = async (work: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setSaid(null);
    await work();
    setBusy(false);
  };

  const send = () =>
    run(async () => {
      const [client, { sendAddressCode }] = await Promise.all([loadClient(), import('@butaca/contract/account')]);
      const outcome = await client.call(sendAddressCode, {});
      const isThere = outcome.status === 'ok' || (outcome.status === 'refusal' && outcome.failure === 'too_many_attempts');
      if (outcome.status === 'ok') {
        setSaid({ text: 'sent' });
        setSends((count) => count + 1);
      } else if (outcome.status === 'refusal' && outcome.failure === 'too_many_attempts') {
        setSaid({ text: 'wait', seconds: outcome.data.retryAfterSeconds });
      } else setSaid({ text: 'failed' });
      if (isThere) setStep('to-confirm');
    });

  const confirm = () =>
    run(async () => {
      const code = typedIdentifier(input.current?.value ?? '');
      if (code === '') return input.current?.focus();
      const [client, { confirmAddress }] = await Promise.all([loadClient(), import('@butaca/contract/account')]);
      const outcome = await client.call(confirmAddress, { body: { code } });
      if (outcome.status === 'ok') return setStep('done');
      setSaid({ text: outcome.status === 'refusal' && outcome.failure === 'wrong_code' ? 'wrong' : 'failed' });
      input.current?.focus();
    });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    void confirm();
  };

  const text = said && (said.text === 'wait' ? t('address.wait', { seconds: said.seconds }) : t(`address.${said.text}`));
  const isError = said?.text === 'wrong' || said?.text === 'failed';
  return (
    <section className={styles.section}>
      <h2>{t('address.title')}</h2>
      {step === 'done' ? (
        <p ref={done} tabIndex={-1} data-msg="address_confirmed">
          {t('address.done')}
        </p>
      ) : (
        <>
          <p>{t('address.text', { email })}</p>
          {refused !== null && (
            <Notice kind="error" message="code_refused">
              {t('address.refused', { email: refused })}
            </Notice>
          )}
          {text && !isError && refused === null && <Notice kind="info">{text}</Notice>}
          {step === 'to-send' ? (
            <div>
              {isError && <Notice kind="error">{text}</Notice>}
              <Button kind="secondary" busy={busy} onClick={() => void send()}>
                {busy ? t('address.sending') : t('address.send')}
              </Button>
            </div>
          ) : (
            <div className={styles.code}>
              <Field
                enterKeyHint="done"
                ref={input}
                label={t('address.code')}
                hint={t('address.code.hint', { email })}
                error={isError && text}
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={10}
                onKeyDown={onKeyDown}
              />
              <div className={styles.codeButtons}>
                <Button kind="secondary" busy={busy} onClick={() => void confirm()}>
                  {busy ? t('address.confirming') : t('address.confirm')}
                </Button>
                <Button kind="quiet" onClick={() => void send()}>
                  {t('address.again')}
                </Button>
              </div>
            </div>
          )}
        </>
      )}
    </section>
  );
}
