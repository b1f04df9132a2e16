import type { Order, Reissue, Ticket } from '@butaca/contract';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Dialog } from '@butaca/ui/components/Dialog.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useFrame } from '../../../frame/use-frame.ts';
import buyTexts from '../../../i18n/es/buy.json';
import loginTexts from '../../../i18n/es/login.json';
import orderTexts from '../../../i18n/es/order.json';
import { OwnPasswordField } from '../../../login/OwnPasswordField.tsx';
import { typedInto, useCheckedForm } from '../../../login/use-checked-form.ts';
import { pathTo } from '../../../paths.ts';
import { placeName } from '../../../purchase/buy/summary/place-name.ts';
import { useSession } from '../../../session/store.ts';
import ProveAddress from '../../mailbox/ProveAddress.tsx';
import styles from './Reissue.module.css';
import { type ReissueProblem, reissue } from './reissue.ts';

interface ReissueDialogProps {
  readonly order: Order;
  /** That somebody may still enter with; of a long order those of the part that is shown. */
  readonly tickets: readonly Ticket[];
  /** Where the new ones go. */
  readonly mailbox: string;
  readonly onDone: (reissue: Reissue) => void;
  /** The answer was lost: it may have been done. */
  readonly onUnknown: () => void;
  readonly onClose: (isUnknown: boolean) => void;
}

/** Which tickets are issued anew, what becomes of those before, and the password or a passkey. */
export default function ReissueDialog({ order, tickets, mailbox, onDone, onUnknown, onClose }: ReissueDialogProps) {
  const { t } = useTranslation(orderTexts);
  const { t: login } = useTranslation(loginTexts);
  const { t: places } = useTranslation(buyTexts);
  const { brand } = useFrame();
  const user = useSession()?.user;
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const here = `${pathname}${search}`;
  const [problem, setProblem] = useState<ReissueProblem>();
  const [step, setStep] = useState<'asked' | 'unproved'>('asked');
  const [isUnknown, setUnknown] = useState(false);
  const byPasskey = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const prove = useRef<HTMLDivElement>(null);
  const formId = `reissue-${order.id}`;

  const { problems, busy, submit, recheck } = useCheckedForm<'password'>({
    order: ['password'],
    check: (typed) => (!byPasskey.current && typedInto(typed, 'password') === '' ? { password: 'missing' } : {}),
    send: async (typed) => {
      setProblem(undefined);
      const result = await reissue(order, byPasskey.current ? null : typedInto(typed, 'password'));
      if (result.status === 'log-in') return void navigate(pathTo('login', {}, { next: here }));
      if (result.status === 'wrong-password') return { password: 'wrong' };
      if (result.status === 'unproved') return void setStep('unproved');
      if (result.status === 'unknown') {
        setUnknown(true);
        return void onUnknown();
      }
      if (result.status === 'problem') return void setProblem(result.problem);
      return void onDone(result.reissue);
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
  useEffect(() => {
    if (step === 'asked') form.current?.querySelector('input')?.focus();
    else prove.current?.querySelector<HTMLElement>('h2')?.focus();
  }, [step]);

  const close = () => onClose(isUnknown);
  const isAsked = step === 'asked' && !user?.isExternal;
  return (
    <Dialog
      open
      insistent
      onClose={close}
      title={t('reissue.title')}
      closeLabel={t('close')}
      actions={
        <>
          {isAsked && (
            <Button type="submit" form={formId} busy={busy}>
              {t(busy ? 'mail.busy' : 'reissue.submit')}
            </Button>
          )}
          {isAsked && 'PublicKeyCredential' in window && (
            <Button kind="secondary" busy={busy} onClick={sendByPasskey}>
              {login('ways.passkey')}
            </Button>
          )}
          <Button kind="quiet" onClick={close}>
            {t(isUnknown ? 'close' : 'names.cancel')}
          </Button>
        </>
      }
    >
      <div className={styles.dialog}>
        <p>{t('reissue.text')}</p>
        {order.part ? (
          <p>{t('reissue.all')}</p>
        ) : (
          <div>
            <p>{t('reissue.which', { count: tickets.length })}</p>
            <ul className={styles.tickets}>
              {tickets.map((ticket) => (
                <li key={ticket.id}>{placeName(ticket, places)}</li>
              ))}
            </ul>
          </div>
        )}
        {step !== 'unproved' && <p>{t('reissue.where', { email: mailbox })}</p>}
        {step === 'unproved' ? (
          <div ref={prove}>
            <ProveAddress beforeReissue onProved={() => setStep('asked')} />
          </div>
        ) : user?.isExternal ? (
          <p>
            {t('reissue.external', { name: brand.login.external?.name ?? '' })}{' '}
            <Link to={pathTo('TechnicalSupport', {}, { order: order.id })}>{t('to-support')}</Link>
          </p>
        ) : (
          <form
            ref={form}
            id={formId}
            className={styles.form}
            method="post"
            noValidate
            onSubmit={(event) => void send(event)}
            onInput={recheck}
          >
            {isUnknown && !busy && !problem && !problems.password && <Notice kind="error">{t('reissue.unknown')}</Notice>}
            {problem && (
              <Notice kind="error">
                {t(`reissue.problem.${problem.reason}`, 'seconds' in problem ? { seconds: problem.seconds } : {})}
              </Notice>
            )}
            <OwnPasswordField problem={problems.password} />
            <p>
              <Link to={pathTo('recoverPassword', {}, { next: here })}>{login('look.forgot')}</Link>
            </p>
          </form>
        )}
      </div>
    </Dialog>
  );
}
