import { useRefusedCode } from '@butaca/browser/refused-code.ts';
import { normalEmail } from '@butaca/contract/rules/email';
import { askedEmailProblem } from '@butaca/contract/rules/email-typo';
import { typedIdentifier } from '@butaca/contract/rules/typed';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Field } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { loadClient } from '../../calls/load-client.ts';
import { useFrame } from '../../frame/use-frame.ts';
import loginTexts from '../../i18n/es/login.json';
import mailboxTexts from '../../i18n/es/mailbox.json';
import { OwnPasswordField } from '../../login/OwnPasswordField.tsx';
import { problemTexts } from '../../login/ProblemText.tsx';
import { typedInto, useCheckedForm } from '../../login/use-checked-form.ts';
import { pathTo } from '../../paths.ts';
import { useSession } from '../../session/store.ts';
import { type ChangeEmailResult, type ChangeField, changeEmail, sendCode } from './change-email.ts';
import { MailboxField } from './MailboxField.tsx';
import styles from './ProveAddress.module.css';

interface ChangeEmailProps {
  /** The account has this address now, and it is proved. */
  readonly onChanged: (email: string) => void;
  readonly onCancel: () => void;
}

type Said = Extract<ChangeEmailResult, { status: 'problem' }>['problem'];

/** Another address for the account: the password or a passkey, and a code that is mailed to the new mailbox. */
export default function ChangeEmail({ onChanged, onCancel }: ChangeEmailProps) {
  const { t } = useTranslation(mailboxTexts);
  const { t: login } = useTranslation(loginTexts);
  const { brand } = useFrame();
  const user = useSession()?.user;
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [sentTo, setSentTo] = useState<string>();
  const [sends, setSends] = useState(0);
  /** Set while the code was not mailed just now: one that was asked for before may lie in the mailbox. */
  const [paced, setPaced] = useState<number>();
  const [said, setSaid] = useState<Said>();
  const byPasskey = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const refused = useRefusedCode(loadClient, sends);
  const isWaiting = sentTo !== undefined && refused !== sentTo;
  const here = `${pathname}${search}`;

  useEffect(() => form.current?.querySelector<HTMLInputElement>(isWaiting ? '[name="code"]' : '[name="email"]')?.focus(), [isWaiting]);

  const { problems, busy, submit, recheck } = useCheckedForm<ChangeField>({
    order: ['email', 'password', 'code'],
    check: (typed) => {
      if (isWaiting) return typedIdentifier(typedInto(typed, 'code')) === '' ? { code: 'missing' } : {};
      const email = askedEmailProblem(typedInto(typed, 'email'), typedInto(typed, 'emailKept'));
      const isMissing = !byPasskey.current && typedInto(typed, 'password') === '';
      return { ...(email !== null && { email }), ...(isMissing && { password: 'missing' }) };
    },
    send: async (typed) => {
      setSaid(undefined);
      const email = sentTo ?? '';
      const typedEmail = normalEmail(typedInto(typed, 'email'));
      const result = isWaiting
        ? await changeEmail(email, typedIdentifier(typedInto(typed, 'code')))
        : await sendCode(typedEmail, byPasskey.current ? null : typedInto(typed, 'password'));
      if (result.status === 'log-in') return void navigate(pathTo('login', {}, { next: here }));
      if (result.status === 'fields') return result.problems;
      if (result.status === 'problem') return setSaid(result.problem) ?? undefined;
      if (isWaiting) return onChanged(email) ?? undefined;
      setSentTo(typedEmail);
      setPaced(result.status === 'paced' ? result.seconds : undefined);
      setSends((before) => (result.status === 'paced' ? before : before + 1));
      return undefined;
    },
  });
  const send = async (event: FormEvent<HTMLFormElement>) => {
    await submit(event);
    byPasskey.current = false;
  };
  const sendByPasskey = () => {
    byPasskey.current = true;
    form.current?.requestSubmit();
  };

  // Their address is that of the provider, which follows with the next log-in.
  if (user?.isExternal)
    return (
      <div className={styles.code}>
        <p>{t('change.external', { name: brand.login.external?.name ?? '' })}</p>
        <div className={styles.ways}>
          <Button kind="secondary" onClick={onCancel}>
            {t('change.cancel')}
          </Button>
        </div>
      </div>
    );
  return (
    <form ref={form} className={styles.code} method="post" noValidate onSubmit={(event) => void send(event)} onInput={recheck}>
      {said !== undefined && (
        <Notice kind="error">{typeof said === 'string' ? t(`change.${said}`) : t('change.wait', { seconds: said.seconds })}</Notice>
      )}
      {isWaiting ? (
        <>
          <p role="status">
            {paced === undefined ? t('change.sent', { email: sentTo }) : t('change.paced', { email: sentTo, seconds: paced })}
          </p>
          <Field
            key="code"
            enterKeyHint="done"
            name="code"
            label={t('prove.code')}
            hint={paced === undefined && t('prove.code.hint', { email: sentTo })}
            error={problems.code && t(problems.code === 'wrong' ? 'prove.wrong' : 'prove.missing')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            required
          />
        </>
      ) : (
        <>
          <p>{t('change.text')}</p>
          <MailboxField
            key="email"
            enterKeyHint="next"
            name="email"
            label={t('change.email')}
            defaultValue={sentTo}
            problem={problems.email}
            error={
              problems.email
                ? problems.email === 'same'
                  ? t('change.same')
                  : problemTexts(problems)('email')
                : refused !== null && t('change.refused', { email: refused })
            }
            required
          />
          <OwnPasswordField key="password" problem={problems.password} />
        </>
      )}
      <div className={styles.ways}>
        <Button type="submit" busy={busy}>
          {t(busy ? 'change.busy' : isWaiting ? 'change.confirm' : 'change.send')}
        </Button>
        {!isWaiting && 'PublicKeyCredential' in window && (
          <Button kind="secondary" busy={busy} onClick={sendByPasskey}>
            {login('ways.passkey')}
          </Button>
        )}
        {isWaiting && (
          <Button kind="quiet" onClick={() => setSentTo(undefined)}>
            {t('change.other')}
          </Button>
        )}
        <Button kind="quiet" onClick={onCancel}>
          {t('change.cancel')}
        </Button>
      </div>
      {!isWaiting && (
        <p>
          <Link to={pathTo('recoverPassword', {}, { next: here })}>{login('look.forgot')}</Link>
        </p>
      )}
    </form>
  );
}
