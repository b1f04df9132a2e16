import type { TextKey } from '@butaca/brand/translate';
import { useClickKey } from '@butaca/browser/click-key.ts';
import type { PayLink, PayLinkResult } from '@butaca/contract';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { loadClient } from '../../calls/load-client.ts';
import { goToTop } from '../../frame/go-to-top.ts';
import { Statement } from '../../frame/Statement.tsx';
import { useFrame, useMoney } from '../../frame/use-frame.ts';
import linkTexts from '../../i18n/es/pay-link.json';
import { useCaptcha } from '../../login/use-captcha.ts';
import { pathTo } from '../../paths.ts';
import styles from '../buy/Buy.module.css';
import { useBuyForm } from '../buy/buy-form.ts';
import { CardSection } from '../buy/card/CardSection.tsx';
import { tokenOfCard } from '../buy/card/card-token.ts';
import { PaySection } from '../buy/PaySection.tsx';
import { PerformanceTickets } from '../buy/summary/PerformanceTickets.tsx';
import { Totals } from '../buy/summary/Totals.tsx';
import { type FramedStep, framedStepOf } from '../confirmation/framed-step.ts';
import { PaymentStep } from '../confirmation/PaymentStep.tsx';
import type { StepGiven } from '../confirmation/resume.ts';
import { useUntil } from '../until.ts';
import { keepClick, keepCode } from './link-code.ts';
import { endOfLink } from './link-end.ts';
import { goOnWithLink, payTheLink } from './pay-link.ts';
import { readLink } from './read-link.ts';
import { useLinkCard } from './use-link-card.ts';

/** What is owed and for what, and one card form; there is no purchase clock, only the end of the link. */
export function PayLinkScreen({ code, opened }: { code: string; opened: PayLink }) {
  // A link that ends while its payer looks at it, by its time, its maker or a new password, is known no more.
  const [link, setLink] = useState<PayLink | 'ended'>(opened);
  const { t } = useTranslation(linkTexts);
  const hasEnded = opened.state === 'payable' && (link === 'ended' || link.state !== 'payable');
  // The form was long, and its payer at its end.
  useEffect(() => {
    if (hasEnded) goToTop();
  }, [hasEnded]);
  if (link === 'ended') return <Statement title={t('ended.title')} text={t('ended.text')} />;
  if (link.state !== 'payable') {
    const { title, text } = endOfLink({ ...link, state: link.state });
    return <Statement title={t(title)} text={t(text)} />;
  }
  return <PayableLink code={code} link={link} onLink={setLink} />;
}

interface PayableLinkProps {
  readonly code: string;
  readonly link: PayLink;
  readonly onLink: (link: PayLink | 'ended') => void;
}

function PayableLink({ code, link, onLink }: PayableLinkProps) {
  const { t } = useTranslation(linkTexts);
  const { brand } = useFrame();
  const until = useUntil();
  const money = useMoney();
  const navigate = useNavigate();
  const captcha = useCaptcha('payment');
  const form = useRef<HTMLFormElement>(null);
  const [bin, setBin] = useState<string | null>(null);
  const [instalments, setInstalments] = useState(1);
  const [paying, setPaying] = useState(false);
  const [step, setStep] = useState<{ readonly next: FramedStep; readonly click: string } | null>(null);
  const [problem, setProblem] = useState<TextKey<typeof linkTexts> | { readonly says: string | undefined } | null>(null);
  const clickKey = useClickKey();
  const known = useLinkCard({ code, bin, amount: link.amount });
  const plans = known.status === 'known' ? known.kind.plans : [];
  const plan = plans.find((each) => each.instalments === instalments) ?? plans[0];
  const quantity = link.performances.reduce((sum, { placeCount }) => sum + placeCount, 0);
  const buyForm = useBuyForm({
    card: true,
    deliveryChosen: true,
    lengths: known.status === 'known' ? known.kind.numberLengths : undefined,
  });
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem) notice.current?.focus();
  }, [problem]);

  const look = async () => {
    const read = await readLink(code);
    if (read.status === 'read') onLink(read.link);
    else if (read.status === 'gone') onLink('ended');
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = buyForm.send(event.currentTarget);
    if (!values || !link.method || paying || known.status === 'asking') return;
    setPaying(true);
    setProblem(null);
    const world = {
      call: (await loadClient()).call,
      captcha: captcha.take,
      click: clickKey,
      keep: (click: string) => keepClick(code, click),
      tokenOf: (method: Parameters<typeof tokenOfCard>[0], typed: typeof values) =>
        tokenOfCard(method, typed, (input, init) => fetch(input, init)),
    };
    const end = await payTheLink(world, { code, link, method: link.method, form: values, instalments: plan?.instalments ?? 1 });
    setPaying(false);
    if (end.status === 'fields') return form.current ? buyForm.refuse(form.current, end.problems) : undefined;
    if (end.status === 'refused') {
      setProblem(end.text);
      return end.again ? look() : undefined;
    }
    return end.status === 'answered' ? follow(end.result, end.click) : confirm();
  };

  /** The page of the outcome, which asks for it. */
  const confirm = () => {
    setStep(null);
    keepCode(code);
    return navigate(pathTo('payConfirmLinkPago', {}), { replace: true });
  };

  /** What the answer of the payment leads to. */
  const follow = (result: PayLinkResult, click: string) => {
    const next = framedStepOf(result);
    if (next) return setStep({ next, click });
    if (result.outcome !== 'declined') return confirm();
    setStep(null);
    setProblem({ says: result.message });
    return onLink(result.link);
  };

  if (step) {
    const { next, click } = step;
    const goOn = async (given: StepGiven) => {
      const { call } = await loadClient();
      const result = await goOnWithLink({ call, click: clickKey }, { code, url: next.url, click, given });
      return result ? follow(result, click) : confirm();
    };
    return <PaymentStep key={`${next.kind} ${next.url}`} step={next} onDone={(given) => void goOn(given)} />;
  }
  return (
    <main id="main" className={styles.buy}>
      <title>{`${t('title')} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="no-referrer" />
      <h1 tabIndex={-1}>{t('title')}</h1>
      <section className={styles.summary} aria-labelledby="link-summary">
        <header>
          <h2 id="link-summary">{t('summary')}</h2>
          <p className={styles.asks}>{t('asks', { brand: brand.name, amount: money(link.amount) })}</p>
          <p className={styles.note}>{t('until', { end: until(link.expiresAt) })}</p>
        </header>
        {link.performances.map((performance) => (
          <PerformanceTickets key={performance.id} performance={performance} />
        ))}
        {link.totals && (
          <Totals
            totals={link.totals}
            quantity={quantity}
            performances={link.performances}
            plan={plan}
            fromBalance={link.fromBalance ?? 0}
          />
        )}
        {link.fromBalance !== undefined && <Parts fromBalance={link.fromBalance} rest={plan?.total ?? link.amount} />}
      </section>
      <form
        ref={form}
        className={styles.form}
        method="post"
        noValidate
        onSubmit={(event) => void submit(event)}
        onBlur={buyForm.left}
        onInput={buyForm.changed}
        onFocus={captcha.prepare}
      >
        {problem && (
          <div ref={notice} tabIndex={-1} className={styles.refusal}>
            <Notice kind="error" message={typeof problem === 'string' ? problem : 'declined'}>
              {typeof problem === 'string' ? t(problem) : `${t('declined')} ${problem.says ?? ''}`}
            </Notice>
          </div>
        )}
        <div className={styles.sections} inert={paying}>
          <CardSection
            methods={link.method ? [link.method] : []}
            method={link.method}
            onMethod={async () => {}}
            known={known}
            payer={{}}
            problems={buyForm.problems}
            total={link.amount}
            onBin={setBin}
            onCorrected={buyForm.changed}
            instalments={plan?.instalments ?? 1}
            onInstalments={setInstalments}
          />
        </div>
        <PaySection
          total={link.amount}
          plan={plan}
          free={false}
          paying={paying}
          waitsFor={known.status === 'asking' ? 'instalments' : undefined}
          problem={buyForm.problems.terms}
        />
      </form>
    </main>
  );
}

/** Who pays how much of the total above. */
function Parts({ fromBalance, rest }: { fromBalance: number; rest: number }) {
  const { t } = useTranslation(linkTexts);
  const money = useMoney();
  return (
    <dl className={styles.progressOfTwo}>
      <div>
        <dt>{t('parts.buyer')}</dt>
        <dd>{money(fromBalance)}</dd>
      </div>
      <div>
        <dt>{t('parts.rest')}</dt>
        <dd>
          <strong>{money(rest)}</strong>
        </dd>
      </div>
    </dl>
  );
}
