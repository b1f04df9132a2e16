import { useClickKey } from '@butaca/browser/click-key.ts';
import { useRefusedCode } from '@butaca/browser/refused-code.ts';
import type { UndeliveredMail } from '@butaca/contract';
import { normalEmail } from '@butaca/contract/rules/email';
import { askedEmailProblem } from '@butaca/contract/rules/email-typo';
import { typedIdentifier } from '@butaca/contract/rules/typed';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Dialog } from '@butaca/ui/components/Dialog.tsx';
import { Field } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { loadClient } from '../../../calls/load-client.ts';
import orderTexts from '../../../i18n/es/order.json';
import { problemTexts } from '../../../login/ProblemText.tsx';
import { typedInto, useCheckedForm } from '../../../login/use-checked-form.ts';
import { pathTo } from '../../../paths.ts';
import { MailboxField } from '../../mailbox/MailboxField.tsx';
import styles from './Mailbox.module.css';
import { type MailboxResult, proveMailbox, sendCode } from './mailbox-calls.ts';

interface MailboxDialogProps {
  readonly orderId: string;
  readonly undelivered: UndeliveredMail;
  readonly onClose: () => void;
  readonly onCorrected: (email: string) => void;
}

type Said = Exclude<MailboxResult, 'ok' | 'log-in' | 'wrong_code'>;

/** Another address for the order's mails, proved by a code that is mailed there. */
export function MailboxDialog({ orderId, undelivered, onClose, onCorrected }: MailboxDialogProps) {
  const { t } = useTranslation(orderTexts);
  const [sentTo, setSentTo] = useState<string>();
  const [sends, setSends] = useState(0);
  const [isAnother, setIsAnother] = useState(false);
  /** After which code the form was last sent: what was wrong then is none of a newer one. */
  const [checkedAfter, setCheckedAfter] = useState(0);
  const [said, setSaid] = useState<Said>();
  const click = useClickKey();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const refused = useRefusedCode(loadClient, sends);
  const isWaiting = sentTo !== undefined && refused !== sentTo;
  const formId = `mailbox-of-${orderId}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: with every code that is sent its field is a new one.
  useEffect(
    () => form.current?.querySelector<HTMLInputElement>(isWaiting ? '[name="code"]' : '[name="email"]')?.focus(),
    [isWaiting, sends],
  );

  const finish = (result: MailboxResult): result is 'ok' | 'wrong_code' | Said => {
    if (result === 'log-in') void navigate(pathTo('login', {}, { next: pathname }));
    return result !== 'log-in';
  };
  const ask = async (email: string) => {
    const result = await sendCode(orderId, email, click);
    if (!finish(result) || result === 'wrong_code') return;
    setSaid(result === 'ok' ? undefined : result);
    if (result !== 'ok') return;
    setIsAnother(isWaiting);
    setSentTo(email);
    setSends((count) => count + 1);
  };
  const { problems, busy, submit, recheck } = useCheckedForm<'email' | 'code'>({
    order: ['email', 'code'],
    check: (typed) => {
      if (isWaiting) return typedIdentifier(typedInto(typed, 'code')) === '' ? { code: 'missing' } : {};
      const problem = askedEmailProblem(typedInto(typed, 'email'), typedInto(typed, 'emailKept'));
      return problem === null ? {} : { email: problem };
    },
    send: async (typed) => {
      setSaid(undefined);
      if (!isWaiting) return void (await ask(normalEmail(typedInto(typed, 'email'))));
      const result = await proveMailbox(orderId, { email: sentTo, code: typedIdentifier(typedInto(typed, 'code')) }, click);
      if (!finish(result)) return undefined;
      if (result === 'ok') return void onCorrected(sentTo);
      if (result === 'wrong_code') return { code: 'wrong' };
      setSaid(result);
      return undefined;
    },
  });

  const send = (event: FormEvent<HTMLFormElement>) => {
    setCheckedAfter(sends);
    void submit(event);
  };
  const codeProblem = checkedAfter === sends ? problems.code : undefined;
  return (
    <Dialog
      open
      insistent
      onClose={onClose}
      title={t('mail.dialog')}
      closeLabel={t('close')}
      actions={
        <>
          <Button type="submit" form={formId} busy={busy}>
            {t(busy ? 'mail.busy' : isWaiting ? 'mail.confirm' : 'mail.send')}
          </Button>
          <Button kind="secondary" onClick={onClose}>
            {t('names.cancel')}
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} className={styles.form} noValidate onSubmit={send} onInput={recheck}>
        {said !== undefined && (
          <Notice kind="error">
            {typeof said === 'string' ? t(`mail.problem.${said}`) : t('mail.problem.wait', { seconds: said.seconds })}
          </Notice>
        )}
        {isWaiting ? (
          <>
            <p role="status">{t(isAnother ? 'mail.sent.another' : 'mail.sent', { email: sentTo })}</p>
            <Field
              key={`code ${sends}`}
              enterKeyHint="done"
              name="code"
              label={t('mail.code')}
              hint={t('mail.code.hint')}
              error={codeProblem && t(codeProblem === 'wrong' ? 'mail.code.wrong' : 'mail.code.missing')}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={20}
              required
            />
            <div className={styles.ways}>
              <Button kind="quiet" small onClick={() => void ask(sentTo)}>
                {t('mail.again')}
              </Button>
              <Button kind="quiet" small onClick={() => setSentTo(undefined)}>
                {t('mail.other')}
              </Button>
            </div>
          </>
        ) : (
          <>
            <p>{t(undelivered.reason === 'held' ? 'mail.explain.held' : 'mail.explain', { address: undelivered.address })}</p>
            <MailboxField
              key="email"
              enterKeyHint="send"
              name="email"
              label={t('mail.email')}
              hint={t('mail.email.hint')}
              defaultValue={sentTo ?? (undelivered.reason === 'held' ? undelivered.address : undefined)}
              problem={problems.email}
              error={problems.email ? problemTexts(problems)('email') : refused !== null && t('mail.code.refused', { email: refused })}
              required
            />
          </>
        )}
      </form>
    </Dialog>
  );
}
