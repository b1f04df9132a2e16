import { typedIdentifier } from '@butaca/contract/rules/typed';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Field } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type ReactNode, useState } from 'react';
import { renderSVG } from 'uqr';
import officeTexts from '../i18n/es/office.json';
import { ConfirmAddress } from './ConfirmAddress.tsx';
import { type AppSetup, addPasskey, confirmApp, type Enrolled, type SecurityProblem, startApp } from './calls.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import styles from './Security.module.css';
import { StepHeading } from './StepHeading.tsx';

interface EnrolmentProps {
  readonly proof: string;
  /** The address of a log-in that waits for it. */
  readonly logInAs?: string;
  readonly onDone: (enrolled: Enrolled) => void;
  readonly onBack: () => void;
}

/** Sets up a second factor: chooses which, tries it out, and shows the recovery codes that the first one brings. */
export function Enrolment({ proof, logInAs, onDone, onBack }: EnrolmentProps) {
  const { t } = useTranslation(officeTexts);
  const [app, setApp] = useState<AppSetup | null>(null);
  const [enrolled, setEnrolled] = useState<Enrolled | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<SecurityProblem | null>(null);

  async function attempt<Result extends object>(work: Promise<Result | SecurityProblem>, next: (result: Result) => void) {
    setBusy(true);
    setProblem(null);
    const result = await work;
    setBusy(false);
    if ('reason' in result) setProblem(result);
    else next(result as Result);
  }
  const finish = (result: Enrolled) => (result.recoveryCodes ? setEnrolled(result) : onDone(result));

  if (problem?.reason === 'address_unconfirmed') {
    return (
      <div className={styles.step}>
        <ConfirmAddress logInAs={logInAs} onConfirmed={() => setProblem(null)} />
        <Button kind="quiet" onClick={onBack}>
          {t('factor.back')}
        </Button>
      </div>
    );
  }
  if (enrolled?.recoveryCodes) return <RecoveryCodes codes={enrolled.recoveryCodes} onKept={() => onDone(enrolled)} />;
  return (
    <div className={styles.step}>
      <StepHeading
        key={app ? 'app' : 'choice'}
        lead={t(app ? 'enrol.app.lead' : logInAs !== undefined ? 'enrol.lead.required' : 'enrol.lead')}
      >
        {t(app ? 'enrol.app.title' : 'enrol.title')}
      </StepHeading>
      {problem && (
        <Notice kind="error">{t(`factor.problem.${problem.reason}`, 'seconds' in problem ? { seconds: problem.seconds } : {})}</Notice>
      )}
      {app ? (
        <AppForm app={app} busy={busy} onCode={(code) => void attempt(confirmApp(proof, { name: t('enrol.app.name'), code }), finish)} />
      ) : (
        <>
          <Choice title={t('enrol.app')} text={t('enrol.app.text')}>
            <Button busy={busy} onClick={() => void attempt(startApp(proof), setApp)}>
              {t('enrol.app.go')}
            </Button>
          </Choice>
          <Choice title={t('enrol.passkey')} text={t('enrol.passkey.text')}>
            <Button kind="secondary" busy={busy} onClick={() => void attempt(addPasskey(proof, t('enrol.passkey.name')), finish)}>
              {t('enrol.passkey.go')}
            </Button>
          </Choice>
        </>
      )}
      <Button kind="quiet" onClick={app ? () => setApp(null) : onBack}>
        {t('factor.back')}
      </Button>
    </div>
  );
}

function Choice({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className={styles.card}>
      <h2>{title}</h2>
      <p>{text}</p>
      <div>{children}</div>
    </section>
  );
}

/** The QR code and the key to type instead of it, and the code that the app shows then. */
function AppForm({ app: { secret, address }, busy, onCode }: { app: AppSetup; busy: boolean; onCode: (code: string) => void }) {
  const { t } = useTranslation(officeTexts);
  const [missing, setMissing] = useState(false);

  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = typedIdentifier(String(new FormData(event.currentTarget).get('code') ?? ''));
    setMissing(code === '');
    if (code !== '') onCode(code);
  };

  return (
    <form className={styles.step} noValidate onSubmit={submit}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: drawn here from squares */}
      <div className={styles.qr} role="img" aria-label={t('enrol.app.qr')} dangerouslySetInnerHTML={{ __html: renderSVG(address) }} />
      <p>
        {t('enrol.app.key')} <code className={styles.key}>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <Field
        label={t('enrol.app.code')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        error={missing && t('factor.code.missing')}
        required
      />
      <Button type="submit" wide busy={busy}>
        {t(busy ? 'factor.busy' : 'enrol.app.confirm')}
      </Button>
    </form>
  );
}
