import { pollWhileVisible } from '@butaca/browser/poll.ts';
import { serverClock } from '@butaca/browser/server-clock.ts';
import type { CounterPerformance, Purchase } from '@butaca/contract';
import { Button, LinkButton } from '@butaca/ui/components/Button.tsx';
import { Field } from '@butaca/ui/components/Field.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { loadClient } from '../../calls/load-client.ts';
import { dayOfWeekAndMonth, timeOf, useCalendarWords } from '../../catalogue/when.tsx';
import { useFrame, useMoney } from '../../frame/use-frame.ts';
import boxOfficeTexts from '../../i18n/es/box-office.json';
import { checkOutPath } from '../../purchase/clock/cart.ts';
import { usePurchaseClock } from '../../purchase/clock/purchase-clock.ts';
import counterStyles from '../Counter.module.css';
import { NewSale } from '../CounterOver.tsx';
import { useFirstFocus } from '../use-first-focus.ts';
import { byDay, closedBy, DayOfPerformances, findPerformances, isSellable, placesPath } from './DayOfPerformances.tsx';
import styles from './Start.module.css';

/** Performances shown at first, and added with each press of the button. */
const STEP = 12;

/** The start of a sale: which performance. Today's stand first; the arrow keys go from the search down the list. */
export function StartScreen({ performances, now }: { performances: readonly CounterPerformance[]; now: number }) {
  const { t } = useTranslation(boxOfficeTexts);
  const { brand } = useFrame();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [most, setMost] = useState(STEP);
  const [closed, setClosed] = useState<{ first: CounterPerformance; reason: NonNullable<ReturnType<typeof closedBy>> } | null>(null);
  const words = useCalendarWords();
  const search = useRef<HTMLInputElement>(null);
  useFirstFocus(search);

  const found = findPerformances(performances, typed, { language: brand.locale.language, now, t });
  const shown = found.slice(0, most);
  const free = useFree(shown.filter(isSellable).map(({ id }) => id));

  const openFirst = (event: FormEvent) => {
    event.preventDefault();
    const [first] = shown;
    if (!first) return;
    // Never another one than the first: a clerk who does not look would sell another day.
    const closed = closedBy(first, { free: free.get(first.id), now: serverClock.now() });
    if (closed === null) return void navigate(placesPath(first));
    setClosed({ first, reason: closed });
  };

  return (
    <main id="main" className={counterStyles.counter}>
      <title>{`${t('title')} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <h1 tabIndex={-1}>{t('start.title')}</h1>
      <RunningSale />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows move among the links and the field inside, which have their own keys */}
      <div className={styles.choose} onKeyDown={moveByArrows}>
        <search>
          <form onSubmit={openFirst}>
            <Field
              ref={search}
              label={t('start.search')}
              hint={<span className={styles.keys}>{t('start.search.hint')}</span>}
              type="search"
              autoComplete="off"
              enterKeyHint="go"
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setMost(STEP);
                setClosed(null);
              }}
              error={
                closed &&
                t(`start.closed.${closed.reason}`, {
                  show: closed.first.showName,
                  when: `${dayOfWeekAndMonth(closed.first.date, words)} · ${timeOf(closed.first.date)}`,
                })
              }
              data-stop
            />
          </form>
        </search>
        <p className={styles.count} role="status">
          {typed.trim() !== '' && t(found.length === 0 ? 'start.none' : 'start.count', { count: found.length })}
        </p>
        {performances.length === 0 && <p className={styles.nothing}>{t('start.empty')}</p>}
        {byDay(shown, now).map((day) => (
          <DayOfPerformances key={day.day} day={day} free={free} />
        ))}
        {found.length > shown.length && (
          <Button kind="secondary" wide onClick={() => setMost(most + STEP)} data-stop>
            {t('start.more', { count: found.length - shown.length })}
          </Button>
        )}
      </div>
    </main>
  );
}

/** Arrow keys move through the field, the performances and the button. */
function moveByArrows(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-stop]')];
  const next = stops[stops.indexOf(document.activeElement as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

export function useRunningSale(): Purchase | null {
  const { timer, purchase } = usePurchaseClock();
  return timer.state === 'started' && purchase?.type === 'box' && purchase.quantity.total > 0 ? purchase : null;
}

/** An unfinished sale: continue it, add to it, or start another one. */
function RunningSale() {
  const { t } = useTranslation(boxOfficeTexts);
  const money = useMoney();
  const { timer } = usePurchaseClock();
  const purchase = useRunningSale();
  if (!purchase) return null;
  return (
    <section className={styles.running} aria-labelledby="running">
      <div>
        <h2 id="running">{t('running.title')}</h2>
        <p>{t('running.text', { count: purchase.quantity.total, total: money(purchase.totals?.total ?? 0) })}</p>
        <p className={styles.fine}>{t('running.adds')}</p>
      </div>
      <div className={styles.ways}>
        <LinkButton as={Link} to={checkOutPath(purchase, timer.performanceId)}>
          {t('running.continue')}
        </LinkButton>
        <NewSale instead={purchase.id} kind="secondary" />
      </div>
    </section>
  );
}

const EVERY_MS = 10_000;

/** Free places by performance, polled while the page is visible. */
function useFree(performanceIds: readonly number[]): ReadonlyMap<number, number> {
  const [free, setFree] = useState<ReadonlyMap<number, number>>(new Map());
  const wanted = performanceIds.join();

  useEffect(() => {
    async function look(ended: AbortSignal) {
      const [client, { getAvailability }] = await Promise.all([loadClient(), import('@butaca/contract/places')]);
      // One after the other: the first performances of the list are the ones in view.
      for (const id of wanted.split(',').filter(Boolean).map(Number)) {
        if (ended.aborted) return;
        const answer = await client.ask(getAvailability, { params: { performanceId: id }, query: { type: 'box' } });
        if (answer && !ended.aborted) setFree((known) => new Map(known).set(id, answer.free));
      }
    }
    return pollWhileVisible(look, { everyMs: EVERY_MS });
  }, [wanted]);

  return free;
}
