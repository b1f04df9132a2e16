import type { RoomOfPerformance } from '@butaca/contract/office-queue';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { Skeleton } from '@butaca/ui/components/Skeleton.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type MouseEvent, useEffect, useRef } from 'react';
import { addresses, goTo } from '../address.ts';
import queueTexts from '../i18n/es/queue.json';
import { Freshness } from '../performances/Freshness.tsx';
import { settings } from '../settings.ts';
import { Gone } from './calls.ts';
import { OpeningForm } from './OpeningForm.tsx';
import styles from './Room.module.css';
import { RoomChart } from './RoomChart.tsx';
import { RoomCodes } from './RoomCodes.tsx';
import { RoomKnobs } from './RoomKnobs.tsx';
import { RoomLog } from './RoomLog.tsx';
import { RoomMessage } from './RoomMessage.tsx';
import { RoomNow } from './RoomNow.tsx';
import { RoomProof } from './RoomProof.tsx';
import { RoomSuspects } from './RoomSuspects.tsx';
import { whenText } from './says.ts';
import { useRoom } from './use-room.ts';

/** The waiting room of a performance: what happens in it, and everything that can be done to it. */
export function RoomScreen({ performanceId }: { performanceId: number }) {
  const { t } = useTranslation(queueTexts);
  const { data, error, isError, isFetching, refetch } = useRoom(performanceId);
  const title = useRef<HTMLHeadingElement>(null);
  const isThere = data !== undefined;

  // The list is gone, or the log-in: the focus goes to what is asked for.
  useEffect(() => {
    if (isThere) title.current?.focus();
  }, [isThere]);

  return (
    <main id="main" className={styles.screen}>
      <title>{`${data?.performance.showName ?? t('title')} · ${t('title')} · ${settings.name}`}</title>
      <BackLink />
      {data && (
        <header className={styles.head}>
          <div>
            <h1 ref={title} tabIndex={-1}>
              {data.performance.showName}
            </h1>
            <p className={styles.soft}>
              {whenText(data.performance.startsAt, data.performance)} · {data.performance.venueName}
            </p>
          </div>
          <Freshness countedAt={data.now} failed={isError} sold={data.room?.pulse?.stock?.sold ?? 0} />
        </header>
      )}
      {!data && isError && (
        <Notice
          kind="error"
          title={t(error instanceof Gone ? 'gone.title' : 'failed.title')}
          actions={
            error instanceof Gone ? undefined : (
              <Button kind="secondary" small busy={isFetching} onClick={() => void refetch()}>
                {t('retry')}
              </Button>
            )
          }
        >
          {error instanceof Gone ? null : t('failed.text')}
        </Notice>
      )}
      {!data && !isError && <RoomSkeleton />}
      {data && <Sections data={data} />}
    </main>
  );
}

function Sections({ data }: { data: RoomOfPerformance }) {
  const { t } = useTranslation(queueTexts);
  const { performance, room, usual } = data;
  if (!room) {
    if (performance.isOver) return <Notice kind="info">{t('problem.over')}</Notice>;
    return (
      <div className={styles.narrow}>
        <OpeningForm performance={performance} usual={usual} now={data.now} />
      </div>
    );
  }
  const ofRoom = { performance, room, now: data.now };
  // An opening has forms of its own: what was typed into those of the one before is forgotten.
  const key = room.epoch;
  const hasDraw = room.startsAt !== undefined;
  if (room.phase === 'closed') {
    return (
      <div className={styles.narrow}>
        <RoomNow {...ofRoom} />
        {hasDraw && <RoomProof room={room} />}
        {!performance.isOver && <OpeningForm performance={performance} usual={room.knobs} now={data.now} isAgain />}
        <RoomLog {...ofRoom} />
      </div>
    );
  }
  return (
    <>
      <RoomNow {...ofRoom} />
      {room.phase !== 'standby' && room.phase !== 'pre' && <RoomChart {...ofRoom} />}
      <div className={styles.columns}>
        <div className={styles.column}>
          <RoomKnobs key={key} {...ofRoom} />
          <div className={styles.last}>
            <RoomLog {...ofRoom} />
          </div>
        </div>
        <div className={styles.column}>
          <RoomMessage key={key} {...ofRoom} />
          <RoomSuspects {...ofRoom} />
          <RoomCodes key={key} {...ofRoom} />
          {hasDraw && <RoomProof room={room} />}
        </div>
      </div>
    </>
  );
}

function BackLink() {
  const { t } = useTranslation(queueTexts);
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    goTo(addresses.queues);
  };
  return (
    <a href={addresses.queues} className={styles.back} onClick={follow}>
      <span aria-hidden="true">←</span> {t('back')}
    </a>
  );
}

function RoomSkeleton() {
  const { t } = useTranslation(queueTexts);
  return (
    <div className={styles.column}>
      <span className="visually-hidden" role="status">
        {t('loading')}
      </span>
      <Skeleton width="18rem" height="2.5rem" />
      <Skeleton height="6rem" />
      <Skeleton height="7rem" />
      <Skeleton height="14rem" />
    </div>
  );
}
