import { useRefusedCode } from '@butaca/browser/refused-code.ts';
import { recoverPasswordOf } from '@butaca/contract/pages';
import { typedIdentifier } from '@butaca/contract/rules/typed';
import { Button, LinkButton } from '@butaca/ui/components/Button.tsx';
import { Field } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useRef, useState } from 'react';
import { staffClient } from '../client.ts';
import officeTexts from '../i18n/es/office.json';
import { confirmByCode, type SecurityProblem, sendCode } from './calls.ts';
import styles from './Security.module.css';
import { StepHeading } from './StepHeading.tsx';

interface ConfirmAddressProps {
  /** The address of a log-in that waits for it: recovering its password confirms it. Without one a session is open, in which a code can be typed. */
  readonly logInAs: string | undefined;
  readonly onConfirmed: () => void;
}

/** What a second factor waits for: an address that was never confirmed would lose it to the first proof of its mailbox. */
export function ConfirmAddress({ logInAs, onConfirmed }: ConfirmAddressProps) {
  const { t } = useTranslation(officeTexts);
  return (
    <>
      <StepHeading lead={t('confirm.lead')}>{t('confirm.title')}</StepHeading>
      {logInAs === undefined ? (
        <CodeForm onConfirmed={onConfirmed} />
      ) : (
        <>
          <p>{t('confirm.recover.text')}</p>
          <LinkButton wide href={recoverPasswordOf(logInAs)}>
            {t('confirm.recover')}
          </LinkButton>
        </>
      )}
    </>
  );
}

const ofStaff = () => staffClient;

function CodeForm({ onConfirmed }: Pick<ConfirmAddressProps, 'onConfirmed'>) {
  const { t } = useTranslation(officeTexts);
  const [isAsked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [missing, setMissing] = useState(false);
  const [said, setSaid] = useState<SecurityProblem | 'sent' | null>(null);
  const code = useRef<HTMLInputElement>(null);
  const [sends, setSends] = useState(0);
  const refused = useRefusedCode(ofStaff, sends);
  const isWrong = said !== null && said !== 'sent' && said.reason === 'wrong_code';

  // The button that was pressed goes away, or the code that was typed is the one to correct. `said`: also when it is the same again.
  useEffect(() => {
    if (isAsked && said !== null) code.current?.focus();
  }, [isAsked, said]);

  const send = async () => {
    setBusy(true);
    const problem = await sendCode();
    setBusy(false);
    setSaid(problem ?? 'sent');
    if (problem === null) setSends((count) => count + 1);
    // One that was mailed before may be typed while the next has to wait.
    if (problem === null || problem.reason === 'too_many_attempts') setAsked(true);
  };
  const submit = async (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = typedIdentifier(code.current?.value ?? '');
    setMissing(typed === '');
    if (typed === '') return code.current?.focus();
    setBusy(true);
    const problem = await confirmByCode(typed);
    setBusy(false);
    if (problem === null) onConfirmed();
    else setSaid(problem);
  };

  return (
    <form className={styles.step} noValidate onSubmit={(event) => void submit(event)}>
      {refused !== null ? (
        <Notice kind="error" message="code_refused">
          {t('confirm.refused', { email: refused })}
        </Notice>
      ) : (
        said !== null && !isWrong && <Said said={said} />
      )}
      {isAsked ? (
        <>
          <Field
            ref={code}
            label={t('confirm.code')}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            error={missing ? t('factor.code.missing') : isWrong && t('confirm.wrong')}
            required
          />
          <Button type="submit" wide busy={busy}>
            {t(busy ? 'factor.busy' : 'confirm.submit')}
          </Button>
          <Button kind="secondary" busy={busy} onClick={() => void send()}>
            {t('confirm.again')}
          </Button>
        </>
      ) : (
        <Button wide busy={busy} onClick={() => void send()}>
          {t('confirm.send')}
        </Button>
      )}
    </form>
  );
}

/** How sending or confirming went, but for a wrong code, which its field shows. */
function Said({ said }: { said: SecurityProblem | 'sent' }) {
  const { t } = useTranslation(officeTexts);
  if (said === 'sent') return <Notice kind="info">{t('confirm.sent')}</Notice>;
  if (said.reason === 'too_many_attempts') return <Notice kind="info">{t('confirm.wait', { seconds: said.seconds })}</Notice>;
  return <Notice kind="error">{t(`factor.problem.${said.reason}`)}</Notice>;
}
