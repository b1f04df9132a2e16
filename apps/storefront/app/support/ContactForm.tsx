import { bounds, nameProblem, phoneProblem } from '@butaca/contract/rules/person';
import { typedIdentifier, typedText } from '@butaca/contract/rules/typed';
import type { SupportKind } from '@butaca/contract/support';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Field, Select, TextArea } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router';
import { useFrame } from '../frame/use-frame.ts';
import { useHydrated } from '../frame/use-hydrated.ts';
import supportTexts from '../i18n/es/support.json';
import { CaptchaNotice } from '../login/CaptchaNotice.tsx';
import { useCaptcha } from '../login/use-captcha.ts';
import { type Problems, typedInto, useCheckedForm } from '../login/use-checked-form.ts';
import { queryNames } from '../paths.ts';
import { useSession } from '../session/store.ts';
import styles from './ContactForm.module.css';
import type { Failure, OwnOrder, Sent, SupportField } from './send.ts';

/** In the order of the form. */
const order = ['message', 'name', 'phone'] as const satisfies readonly SupportField[];

/** The form that writes to support (EN-135 to EN-138), and the number of what was sent. */
export function ContactForm() {
  const { t } = useTranslation(supportTexts);
  const titleId = useId();
  const [sent, setSent] = useState<Sent | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isAboutOrder = new URLSearchParams(useLocation().search).has(queryNames.order);

  // A page that was opened for a purchase begins with the form, which has that purchase chosen.
  useEffect(() => {
    if (!isAboutOrder) return;
    heading.current?.scrollIntoView();
    heading.current?.focus({ preventScroll: true });
  }, [isAboutOrder]);

  const show = (next: Sent | null) => {
    flushSync(() => setSent(next));
    heading.current?.focus();
  };

  return (
    <section className={styles.contact} aria-labelledby={titleId} data-msg={sent ? 'support.sent' : undefined}>
      <div>
        <h2 id={titleId} ref={heading} tabIndex={-1}>
          {t(sent ? 'sent.title' : 'title')}
        </h2>
        {!sent && <p className={styles.lead}>{t('lead')}</p>}
      </div>
      {sent ? <SentMessage {...sent} onAgain={() => show(null)} /> : <MessageForm onSent={show} />}
    </section>
  );
}

function SentMessage({ number, copyTo, refusedBy, onAgain }: Sent & { readonly onAgain: () => void }) {
  const { t } = useTranslation(supportTexts);
  return (
    <>
      <div>
        <p className={styles.label}>{t('sent.number')}</p>
        <p className={styles.number}>{number.replace(/^(\d{4})/, '$1\u00a0')}</p>
      </div>
      <p>
        {refusedBy === undefined
          ? t(copyTo === undefined ? 'sent.phone' : 'sent.copy', { email: copyTo ?? '' })
          : t('sent.refused', { email: refusedBy })}
      </p>
      <Button kind="secondary" onClick={onAgain}>
        {t('again')}
      </Button>
    </>
  );
}

function MessageForm({ onSent }: { readonly onSent: (sent: Sent) => void }) {
  const { t } = useTranslation(supportTexts);
  const { brand } = useFrame();
  const hydrated = useHydrated();
  const session = useSession();
  const captcha = useCaptcha('support');
  const form = useRef<HTMLFormElement>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const name = session?.user.name;

  // Known in the browser alone; what was typed already stays (EN-137).
  useEffect(() => {
    const field = form.current?.querySelector<HTMLInputElement>('[name=name]');
    if (field?.value === '' && name !== undefined) field.value = name;
  }, [name]);

  const { problems, busy, submit, recheck } = useCheckedForm<SupportField>({
    order,
    check: checkMessage,
    send: async (typed) => {
      setFailure(null);
      const { send } = await import('./send.ts');
      const result = await send(
        {
          kind: typedInto(typed, 'kind') as SupportKind,
          message: typedText(typedInto(typed, 'message')),
          name: typedText(typedInto(typed, 'name')),
          phone: typedIdentifier(typedInto(typed, 'phone')),
          orderId: typedInto(typed, 'order') || undefined,
        },
        captcha.take,
      ).catch((): Failure => ({ reason: 'no_answer' }));
      if ('problems' in result) return result.problems;
      if ('reason' in result) setFailure(result);
      else onSent(result);
      return undefined;
    },
  });
  const error = (field: SupportField) => problems[field] && <ProblemText field={field} reason={problems[field]} />;

  return (
    <form
      ref={form}
      className={styles.form}
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      onInput={recheck}
      onFocus={session ? undefined : captcha.prepare}
    >
      <Select name="kind" label={t('kind')}>
        {brand.contact.kinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(`kind.${kind}`)}
          </option>
        ))}
      </Select>
      {session && <OrderSelect key={session.user.email} />}
      <TextArea
        name="message"
        label={t('message')}
        hint={t('message.hint', { count: bounds.supportMessageLength })}
        error={error('message')}
        autoCapitalize="sentences"
        required
      />
      <Field name="name" label={t('name')} error={error('name')} autoComplete="name" enterKeyHint="next" required />
      <Field
        name="phone"
        type="tel"
        label={t('phone')}
        hint={t('phone.hint')}
        error={error('phone')}
        autoComplete="tel"
        inputMode="tel"
        enterKeyHint="send"
        required
      />
      {failure && (
        <Notice kind="error" message={`support.${failure.reason}`}>
          {t(`failed.${failure.reason}`, 'seconds' in failure ? { seconds: failure.seconds } : {})}
        </Notice>
      )}
      <Button type="submit" wide busy={busy} disabled={!hydrated}>
        {t(busy ? 'busy' : 'submit')}
      </Button>
      <CaptchaNotice />
      <noscript>{t('needs-script', { mail: brand.contact.mail })}</noscript>
    </form>
  );
}

/** Which of the customer's orders it is about; nothing while they are read, when there are none and when they could not be read. */
function OrderSelect() {
  const { t } = useTranslation(supportTexts);
  const { search } = useLocation();
  const [orders, setOrders] = useState<readonly OwnOrder[]>([]);

  useEffect(() => {
    let isGone = false;
    import('./send.ts')
      .then(({ readOwnOrders }) => readOwnOrders())
      .then((read) => !isGone && setOrders(read))
      // The message may be sent without one.
      .catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, []);

  if (orders.length === 0) return null;
  const named = new URLSearchParams(search).get(queryNames.order) ?? '';
  return (
    <Select name="order" label={t('order')} defaultValue={orders.some(({ id }) => id === named) ? named : ''}>
      <option value="">{t('order.none')}</option>
      {orders.map(({ id, number, show }) => (
        <option key={id} value={id}>
          {show === undefined ? number : t('order.named', { number, show })}
        </option>
      ))}
    </Select>
  );
}

/** What is wrong with each field before anything is sent. */
export function checkMessage(form: FormData): Problems<SupportField> {
  const length = typedText(typedInto(form, 'message')).length;
  const over = length - bounds.supportMessageLength;
  const reasons = {
    message: length === 0 ? 'missing' : over > 0 ? `too_long:${over}` : null,
    name: nameProblem(typedInto(form, 'name')),
    phone: phoneProblem(typedInto(form, 'phone')),
  };
  return Object.fromEntries(Object.entries(reasons).flatMap(([field, reason]) => (reason === null ? [] : [[field, reason]])));
}

function ProblemText({ field, reason }: { readonly field: SupportField; readonly reason: string }) {
  const { t } = useTranslation(supportTexts);
  const [word = '', over] = reason.split(':');
  if (field === 'kind') return t('field.wrong');
  if (over !== undefined) return t('message.too_long', { count: Number(over) });
  if (word === 'missing') return t(`${field}.missing`);
  if (field === 'message') return t('field.wrong');
  return t(field === 'name' && word === 'too_long' ? 'name.too_long' : `${field}.wrong`);
}
