import { withWords } from '@butaca/browser/search-words.ts';
import { usePrinting } from '@butaca/browser/use-printing.ts';
import type { AnswerOf } from '@butaca/contract';
import type { listOfficeRooms } from '@butaca/contract/office-queue';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Field } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { Skeleton } from '@butaca/ui/components/Skeleton.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { addresses, goTo, PERFORMANCE_IN_QUERY, performanceQuery, useQueryOfAddress } from '../address.ts';
import queueTexts from '../i18n/es/queue.json';
import { OfficeBar } from '../OfficeBar.tsx';
import { settings } from '../settings.ts';
import { readRooms } from './calls.ts';
import { PhaseTag } from './PhaseTag.tsx';
import styles from './Queues.module.css';
import { RoomScreen } from './RoomScreen.tsx';
import { whenText } from './says.ts';

const POLL_MS = 2000;
/** Shown at first of the performances without a room. */
const FIRST = 40;

/** The waiting rooms: all of them, or the one that the address names. */
export function QueuesScreen({ name }: { name: string }) {
  const { t } = useTranslation(queueTexts);
  const asked = useQueryOfAddress(PERFORMANCE_IN_QUERY);
  return (
    <>
      <OfficeBar name={name} skip={t('skip')} />
      {asked === null ? <RoomList /> : <RoomScreen key={asked} performanceId={Number(asked)} />}
    </>
  );
}

type Listed = AnswerOf<typeof listOfficeRooms>['items'][number];

const isOpen = ({ room }: Listed) => room !== undefined && room.phase !== 'closed';

function RoomList() {
  const { t } = useTranslation(queueTexts);
  const title = useRef<HTMLHeadingElement>(null);
  const [search, setSearch] = useState('');
  const [all, setAll] = useState(false);
  const printed = usePrinting();
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['queues'],
    queryFn: ({ signal }) => readRooms(signal),
    refetchInterval: POLL_MS,
  });

  useEffect(() => title.current?.focus(), []);

  const found = data && withWords(data.items, ({ performance: { showName, venueName } }) => `${showName} ${venueName}`, search);
  const opened = found?.filter(isOpen) ?? [];
  const others = found?.filter((item) => !isOpen(item)) ?? [];
  const shown = all || printed || search !== '' ? others : others.slice(0, FIRST);

  return (
    <main id="main" className={styles.screen}>
      <title>{`${t('title')} · ${settings.name}`}</title>
      <div className={styles.intro}>
        <h1 ref={title} tabIndex={-1}>
          {t('title')}
        </h1>
        <p className={styles.soft}>{t('lead')}</p>
      </div>
      {isError && (
        <Notice
          kind="error"
          title={t('failed.title')}
          actions={
            <Button kind="secondary" small busy={isFetching} onClick={() => void refetch()}>
              {t('retry')}
            </Button>
          }
        >
          {t('failed.text')}
        </Notice>
      )}
      {!found && !isError && <ListSkeleton />}
      {found && (
        <>
          <search className={styles.search}>
            <Field
              label={t('search')}
              type="search"
              value={search}
              autoComplete="off"
              onChange={(event) => setSearch(event.target.value)}
            />
          </search>
          {found.length === 0 && search !== '' ? (
            <p role="status">{t('none', { search })}</p>
          ) : (
            <>
              <section aria-labelledby="open-title" className={styles.section}>
                <h2 id="open-title">{t('open')}</h2>
                {opened.length === 0 ? <p className={styles.soft}>{t('open.none')}</p> : <List items={opened} />}
              </section>
              <section aria-labelledby="others-title" className={styles.section}>
                <h2 id="others-title">{t('others')}</h2>
                {others.length === 0 ? <p className={styles.soft}>{t('others.none')}</p> : <List items={shown} />}
                {shown.length < others.length && (
                  <div>
                    <Button kind="secondary" onClick={() => setAll(true)}>
                      {t('more', { count: others.length - shown.length })}
                    </Button>
                  </div>
                )}
              </section>
            </>
          )}
        </>
      )}
    </main>
  );
}

const List = ({ items }: { items: readonly Listed[] }) => (
  <ul className={styles.list}>
    {items.map((item) => (
      <Row key={item.performance.id} item={item} />
    ))}
  </ul>
);

function Row({ item: { performance, room } }: { item: Listed }) {
  const { t } = useTranslation(queueTexts);
  const query = performanceQuery(performance.id);
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    goTo(addresses.queues, { query });
    window.scrollTo(0, 0);
  };
  return (
    <li>
      <a href={`${addresses.queues}${query}`} className={styles.row} onClick={follow}>
        <span className={styles.rowMain}>
          <strong>{performance.showName}</strong>
          <span className={styles.soft}>
            {whenText(performance.startsAt, performance)} · {performance.venueName}
          </span>
        </span>
        <span className={styles.rowEnd}>
          {room && room.phase !== 'closed' ? (
            <>
              <PhaseTag phase={room.phase} />
              {room.phase !== 'standby' && (
                <span className={styles.soft}>
                  {room.phase === 'pre' &&
                    room.startsAt !== undefined &&
                    `${t('starts', { when: whenText(room.startsAt, performance) })} · `}
                  {t('waiting.count', { count: room.waiting })}
                </span>
              )}
            </>
          ) : (
            <span className={`${room ? styles.soft : styles.new} screen-only`}>{t(room ? 'again' : 'new')}</span>
          )}
        </span>
      </a>
    </li>
  );
}

function ListSkeleton() {
  const { t } = useTranslation(queueTexts);
  return (
    <div className={styles.section}>
      <span className="visually-hidden" role="status">
        {t('loading')}
      </span>
      <Skeleton width="12rem" height="1.5rem" />
      <Skeleton height="4rem" />
      <Skeleton height="4rem" />
      <Skeleton width="12rem" height="1.5rem" />
      <Skeleton height="4rem" />
      <Skeleton height="4rem" />
      <Skeleton height="4rem" />
    </div>
  );
}
