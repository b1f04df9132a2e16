import { dateStyles } from '@butaca/brand/dates';
import type { TextKey } from '@butaca/brand/translate';
import { useClickKey } from '@butaca/browser/click-key.ts';
import type { CounterDrawer } from '@butaca/contract';
import { closeDrawer, openDrawer } from '@butaca/contract/box-office';
import { typedText } from '@butaca/contract/rules/typed';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Field } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type FormEvent, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { loadClient } from '../../calls/load-client.ts';
import { clockIn } from '../../catalogue/calendar.ts';
import { useFrame, useMoney } from '../../frame/use-frame.ts';
import boxOfficeTexts from '../../i18n/es/box-office.json';
import counterStyles from '../Counter.module.css';
import { readAmount } from '../sale/cash.ts';
import { useFirstFocus } from '../use-first-focus.ts';
import { CashMoves } from './CashMoves.tsx';
import styles from './Day.module.css';

type Text = TextKey<typeof boxOfficeTexts>;

interface DrawerScreenProps {
  /** Null when they could not be read. */
  readonly drawers: { readonly open?: CounterDrawer | undefined; readonly closed: readonly CounterDrawer[] } | null;
}

/** The clerk's day in cash: the float in the morning, what came and went, what was counted at the end. */
export function DrawerScreen({ drawers }: DrawerScreenProps) {
  const { t } = useTranslation(boxOfficeTexts);
  const { brand } = useFrame();
  const open = drawers?.open;
  const title = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone with what it was for.
  const goOn = () => title.current?.focus();
  return (
    <main id="main" className={counterStyles.counter}>
      <title>{`${t('drawer.title')} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <h1 tabIndex={-1}>{t('drawer.title')}</h1>
      {drawers === null && <Notice kind="warning">{t('drawer.failed')}</Notice>}
      {drawers !== null && (
        <div className={styles.halves}>
          <section className={styles.sale} aria-labelledby="open-drawer">
            <h2 id="open-drawer" ref={title} tabIndex={-1}>
              {t(open ? 'drawer.open' : 'drawer.none')}
            </h2>
            {open && <Sums drawer={open} />}
            {(!open || open.float === 0) && <FloatForm isFirst={!open} onDone={goOn} />}
            {open && <CashMoves key={`moves ${open.id}`} drawer={open} />}
            {open && <CountForm key={open.id} drawer={open} onDone={goOn} />}
          </section>
          <section aria-labelledby="closed-drawers">
            <h2 id="closed-drawers">{t('drawer.closed')}</h2>
            {drawers.closed.length === 0 && <p className={styles.soft}>{t('drawer.closed.none')}</p>}
            <ul className={styles.list}>
              {drawers.closed.map((drawer) => (
                <li key={drawer.id} className={styles.sale}>
                  <Sums drawer={drawer} />
                </li>
              ))}
            </ul>
          </section>
        </div>
      )}
    </main>
  );
}

/** What a drawer has seen; of a closed one also what was counted, and the difference. */
function Sums({ drawer }: { drawer: CounterDrawer }) {
  const { t } = useTranslation(boxOfficeTexts);
  const money = useMoney();
  const { timeZone } = useFrame().brand.locale;
  const timeOf = (epochMs: number) => dateStyles.DMY_HM(clockIn(timeZone, epochMs));
  const { openedAt, closedAt, float, sales, saleCount, paidOut, paidOutCount, counted, difference, note } = drawer;
  const { onTerminal, onTerminalCount, backOnTerminal, backOnTerminalCount, lowered, cashIn, cashOut, cashMoves } = drawer;
  const lines: readonly (readonly [string, string])[] = [
    [t('drawer.float'), money(float)],
    [t('drawer.sales', { count: saleCount }), money(sales)],
    [t('drawer.paid-out', { count: paidOutCount }), money(0 - paidOut)],
    ...(cashIn > 0 ? ([[t('drawer.cash-in'), money(cashIn)]] as const) : []),
    ...(cashOut > 0 ? ([[t('drawer.cash-out'), money(-cashOut)]] as const) : []),
    ...(counted === undefined ? [] : ([[t('drawer.counted'), money(counted)]] as const)),
    ...(difference === undefined ? [] : ([[t('drawer.difference'), money(difference)]] as const)),
  ];
  return (
    <>
      <p className={styles.soft}>{[timeOf(openedAt), closedAt && timeOf(closedAt)].filter(Boolean).join(' – ')}</p>
      <dl className={styles.sums} data-off={difference ? true : undefined}>
        {lines.map(([name, amount]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
      {onTerminalCount > 0 && (
        <dl className={styles.sums} aria-label={t('drawer.terminal')}>
          <div>
            <dt>
              {t('drawer.terminal')} · {t('drawer.on-terminal', { count: onTerminalCount })}
            </dt>
            <dd>{money(onTerminal)}</dd>
          </div>
          {backOnTerminalCount > 0 && (
            <div>
              <dt>
                {t('drawer.terminal')} · {t('drawer.back-on-terminal', { count: backOnTerminalCount })}
              </dt>
              <dd>{money(-backOnTerminal)}</dd>
            </div>
          )}
        </dl>
      )}
      {cashMoves.length > 0 && (
        <div className={styles.reasons}>
          <p>{t('drawer.moves')}</p>
          <dl className={styles.sums}>
            {cashMoves.map(({ at, amount, reason }) => (
              <div key={`${at} ${amount}`}>
                <dt>
                  {reason}
                  <span className={styles.why}>{timeOf(at)}</span>
                </dt>
                <dd>{money(amount)}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
      {lowered.length > 0 && (
        <div className={styles.reasons}>
          <p>{t('drawer.lowered')}</p>
          <dl className={styles.sums}>
            {lowered.map(({ at, orderNumber, ticketCount, amount, reason }) => (
              <div key={`${at} ${orderNumber}`}>
                <dt>
                  {[orderNumber, t('drawer.lowered.tickets', { count: ticketCount })].filter(Boolean).join(' · ')}
                  <span className={styles.why}>{reason}</span>
                </dt>
                <dd>{money(-amount)}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
      {note && <p>{note}</p>}
    </>
  );
}

function FloatForm({ isFirst, onDone }: { isFirst: boolean; onDone: () => void }) {
  const { t } = useTranslation(boxOfficeTexts);
  const { brand } = useFrame();
  const { revalidate } = useRevalidator();
  const [problem, setProblem] = useState<Text | null>(null);
  const [busy, setBusy] = useState(false);
  const click = useClickKey();
  const field = useRef<HTMLInputElement>(null);
  useFirstFocus(field);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const float = readAmount(field.current?.value ?? '', brand.locale);
    setProblem(float === null ? 'cash.invalid' : null);
    if (float === null || busy) return field.current?.focus();
    setBusy(true);
    const call = click.keyed((await loadClient()).call);
    const outcome = await call(openDrawer, { body: { float } }, { purpose: 'charging' });
    setBusy(false);
    // Opened in another tab meanwhile: it is shown as it is.
    if (outcome.status === 'ok' || (outcome.status === 'refusal' && outcome.failure === 'drawer_open')) {
      await revalidate();
      return onDone();
    }
    setProblem('drawer.request-failed');
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <Field
        ref={field}
        name="float"
        label={t('drawer.float')}
        hint={t('drawer.float.hint')}
        inputMode="decimal"
        autoComplete="off"
        error={problem && t(problem)}
      />
      <Button type="submit" busy={busy} kind={isFirst ? 'primary' : 'secondary'}>
        {t(isFirst ? 'drawer.submit' : 'drawer.float.submit')}
      </Button>
    </form>
  );
}

/** What should be there is not shown before it was counted. */
function CountForm({ drawer, onDone }: { drawer: CounterDrawer; onDone: () => void }) {
  const { t } = useTranslation(boxOfficeTexts);
  const { brand } = useFrame();
  const money = useMoney();
  const { revalidate } = useRevalidator();
  const [problem, setProblem] = useState<Text | null>(null);
  const [difference, setDifference] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const click = useClickKey();
  const field = useRef<HTMLInputElement>(null);
  const note = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const counted = readAmount(field.current?.value ?? '', brand.locale);
    setProblem(counted === null ? 'cash.invalid' : null);
    if (counted === null || busy) return field.current?.focus();
    const why = typedText(note.current?.value ?? '');
    setBusy(true);
    const call = click.keyed((await loadClient()).call);
    const outcome = await call(closeDrawer, { body: { drawerId: drawer.id, counted, ...(why && { note: why }) } }, { purpose: 'charging' });
    setBusy(false);
    if (outcome.status === 'ok' || (outcome.status === 'refusal' && outcome.failure === 'drawer_over')) {
      await revalidate();
      return onDone();
    }
    if (outcome.status === 'refusal' && outcome.failure === 'drawer_differs') return setDifference(outcome.data.difference);
    setProblem('drawer.request-failed');
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <Field
        ref={field}
        name="counted"
        label={t('drawer.counted')}
        hint={t('drawer.counted.hint')}
        inputMode="decimal"
        autoComplete="off"
        error={problem && t(problem)}
        onChange={() => setDifference(null)}
      />
      {difference !== null && (
        <>
          <Notice kind="warning" title={t(difference < 0 ? 'drawer.missing' : 'drawer.over', { amount: money(Math.abs(difference)) })}>
            {t('drawer.differs')}
          </Notice>
          <Field ref={note} name="note" label={t('drawer.note')} maxLength={300} autoComplete="off" autoFocus />
        </>
      )}
      <Button type="submit" busy={busy}>
        {t('drawer.close')}
      </Button>
    </form>
  );
}
