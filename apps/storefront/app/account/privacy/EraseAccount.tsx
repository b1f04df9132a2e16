import { useRefusedCode } from '@butaca/browser/refused-code.ts';
import type { ErasureObstacle } from '@butaca/contract/privacy';
import { typedIdentifier } from '@butaca/contract/rules/typed';
import { Button, LinkButton } from '@butaca/ui/components/Button.tsx';
import { Dialog } from '@butaca/ui/components/Dialog.tsx';
import { Field } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { loadClient } from '../../calls/load-client.ts';
import { useFrame, useMoney } from '../../frame/use-frame.ts';
import privacyTexts from '../../i18n/es/privacy.json';
import { pathTo } from '../../paths.ts';
import { forgetTab } from '../../session/forget-tab.ts';
import { clearSession, useSession } from '../../session/store.ts';
import styles from './Privacy.module.css';
import { Problem } from './Problem.tsx';
import { privacyOutcome } from './privacy-calls.ts';
import { useDates } from './use-dates.ts';
import { usePrivacyCall } from './use-privacy-call.ts';

interface EraseAccountProps {
  readonly obstacles: readonly ErasureObstacle[];
  readonly orderCount: number;
  /** What would be lost, in minor units. */
  readonly balance: number;
  readonly onGone: () => void;
}

/** What is lost is said first; then a code by mail, then it is done. */
export function EraseAccount({ obstacles: read, orderCount, balance, onGone }: EraseAccountProps) {
  const { t } = useTranslation(privacyTexts);
  const money = useMoney();
  const [isOpen, setOpen] = useState(false);
  const [obstacles, setObstacles] = useState(read);
  return (
    <section className={styles.section} aria-labelledby="erase">
      <h2 id="erase">{t('erase.title')}</h2>
      <p>{t('erase.text')}</p>
      <ul className={styles.list}>
        {balance > 0 && <li>{t('erase.balance', { amount: money(balance) })}</li>}
        {orderCount > 0 && <li>{t('erase.orders', { count: orderCount })}</li>}
        <li>{t('erase.stays')}</li>
        <li>{t('erase.again')}</li>
      </ul>
      {obstacles.length > 0 ? (
        <Obstacles obstacles={obstacles} />
      ) : (
        <Button kind="secondary" onClick={() => setOpen(true)}>
          {t('erase.open')}
        </Button>
      )}
      <EraseDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        onGone={onGone}
        onBlocked={(found) => {
          setObstacles(found);
          setOpen(false);
        }}
      />
    </section>
  );
}

function Obstacles({ obstacles }: { obstacles: readonly ErasureObstacle[] }) {
  const { t } = useTranslation(privacyTexts);
  const { day, time } = useDates();
  return (
    <Notice kind="warning" title={t('erase.blocked')}>
      {obstacles.map(({ reason, until = 0 }) => (
        <p key={reason}>{t(`erase.${reason}`, { until: day(until), time: time(until) })}</p>
      ))}
    </Notice>
  );
}

interface EraseDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onGone: () => void;
  readonly onBlocked: (obstacles: readonly ErasureObstacle[]) => void;
}

function EraseDialog({ open, onClose, onGone, onBlocked }: EraseDialogProps) {
  const { t } = useTranslation(privacyTexts);
  const email = useSession()?.user.email ?? '';
  const [isSent, setSent] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const sending = usePrivacyCall();
  const erasing = usePrivacyCall();
  const field = useRef<HTMLInputElement>(null);
  const problem = erasing.problem ?? sending.problem;
  const [sends, setSends] = useState(0);
  const refused = useRefusedCode(loadClient, sends);

  useEffect(() => {
    if (isSent) field.current?.focus();
  }, [isSent]);
  useEffect(() => {
    if (problem?.reason === 'in_use') onBlocked(problem.obstacles);
    if (problem?.reason === 'wrong_code') field.current?.focus();
  }, [problem, onBlocked]);

  const send = () =>
    sending.run(
      async () => {
        const { sendErasureCode } = await import('@butaca/contract/privacy');
        return privacyOutcome(await (await loadClient()).call(sendErasureCode, {}, { purpose: 'charging' }));
      },
      () => {
        setSent(true);
        setSends((count) => count + 1);
      },
    );
  const erase = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = typedIdentifier(String(new FormData(event.currentTarget).get('code') ?? ''));
    setMissing(code === '');
    if (code === '') return field.current?.focus();
    void erasing.run(
      async () => {
        const { eraseAccount } = await import('@butaca/contract/privacy');
        return privacyOutcome(await (await loadClient()).call(eraseAccount, { body: { code } }, { purpose: 'charging' }));
      },
      () => {
        onGone();
        clearSession();
        forgetTab();
      },
    );
  };

  const keep = (
    <Button kind="secondary" onClick={onClose}>
      {t('erase.keep')}
    </Button>
  );
  return (
    <Dialog
      open={open}
      title={t('erase.dialog')}
      closeLabel={t('close')}
      onClose={onClose}
      insistent
      actions={
        isSent ? (
          <>
            {keep}
            <Button type="submit" form="erase-account" kind="danger" busy={erasing.isBusy}>
              {erasing.isBusy ? t('erase.confirming') : t('erase.confirm')}
            </Button>
          </>
        ) : (
          <>
            {keep}
            <Button busy={sending.isBusy} onClick={() => void send()}>
              {sending.isBusy ? t('erase.sending') : t('erase.send')}
            </Button>
          </>
        )
      }
    >
      <div className={styles.form}>
        <p>{t('erase.text')}</p>
        <Problem problem={problem} />
        {refused !== null && (
          <Notice kind="error" message="code_refused">
            {t('erase.code.refused', { email: refused })}
          </Notice>
        )}
        {isSent && (
          <form id="erase-account" className={styles.form} noValidate onSubmit={erase}>
            <Field
              enterKeyHint="done"
              ref={field}
              name="code"
              label={t('erase.code')}
              hint={t('erase.code.hint', { email })}
              error={isMissing ? t('erase.code.missing') : problem?.reason === 'wrong_code' && t('erase.code.wrong')}
              autoComplete="one-time-code"
              inputMode="numeric"
              maxLength={20}
              required
            />
            <div>
              <Button kind="quiet" small busy={sending.isBusy} onClick={() => void send()}>
                {t('erase.resend')}
              </Button>
            </div>
          </form>
        )}
      </div>
    </Dialog>
  );
}

/** After the account was erased: nobody is logged in any more. */
export function AccountGone() {
  const { t } = useTranslation(privacyTexts);
  const { brand } = useFrame();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className={styles.gone}>
      <title>{`${t('gone.title')} · ${brand.name}`}</title>
      <h1 ref={title} tabIndex={-1}>
        {t('gone.title')}
      </h1>
      <p>{t('gone.text')}</p>
      <div>
        <LinkButton as={Link} to={pathTo('cartelera', {})}>
          {t('gone.link')}
        </LinkButton>
      </div>
    </div>
  );
}
