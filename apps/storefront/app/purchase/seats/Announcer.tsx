import type { TextKey } from '@butaca/brand/translate';
import { useStore } from '@butaca/browser/create-store.ts';
import { serverClock } from '@butaca/browser/server-clock.ts';
import type { HeldPlace } from '@butaca/contract';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Dialog } from '@butaca/ui/components/Dialog.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router';
import buyTexts from '../../i18n/es/buy.json';
import clockTexts from '../../i18n/es/clock.json';
import limitTexts from '../../i18n/es/limits.json';
import seatMapTexts from '../../i18n/es/seat-map.json';
import seatTexts from '../../i18n/es/seats.json';
import { listedEnd } from '../buy/addresses.ts';
import { placeName } from '../buy/summary/place-name.ts';
import { OpenPurchases } from '../clock/OpenPurchases.tsx';
import { limitText } from '../limits.ts';
import { placeTitle } from '../seat-map/place-text.ts';
import type { Announcement, Problem } from '../selection/announcements.ts';
import type { Instead, Selection } from '../selection/selection.ts';
import styles from './Seats.module.css';

/** Long enough to be read; problems stay until the next step. */
const SHOWN_MS = 6000;

interface AnnouncerProps {
  readonly selection: Selection;
  readonly announcements: readonly Announcement[];
  /** The buyer has places, so those that were lost are not all. */
  readonly holdsOthers: boolean;
}

const SECOND_MS = 1000;

/** An equal place that is held while the buyer decides; unanswered it goes back. */
function InsteadNotice({ selection, instead: { place, until } }: { selection: Selection; instead: Instead }) {
  const { t } = useTranslation(seatTexts);
  const { t: tBuy } = useTranslation(buyTexts);
  const [now, setNow] = useState(serverClock.now);
  useEffect(() => {
    const ticking = setInterval(() => setNow(serverClock.now()), SECOND_MS);
    return () => clearInterval(ticking);
  }, []);
  return (
    <Notice
      title={t('instead.title')}
      message="instead"
      actions={
        <>
          <Button onClick={selection.keepInstead}>{t('instead.keep')}</Button>
          <Button kind="quiet" onClick={selection.declineInstead}>
            {t('instead.decline')}
          </Button>
        </>
      }
    >
      <p>{t('instead.text', { place: placeName(place, tBuy) })}</p>
      {/* Seen and not announced: a screen reader would say every second. */}
      <p aria-hidden="true">{t('instead.left', { count: Math.max(0, Math.ceil((until - now) / SECOND_MS)) })}</p>
    </Notice>
  );
}

/** Announces results, for screen readers too, below the places and at the edge of the screen: never over what is chosen. */
export function Announcer({ selection, announcements, holdsOthers }: AnnouncerProps) {
  const instead = useStore(selection.instead);
  const [old, setOld] = useState<readonly Announcement[]>([]);
  useEffect(() => {
    const timer = setTimeout(() => setOld(announcements.filter(isSoonOld)), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [announcements]);
  return (
    <div className={styles.announcer}>
      <div className={styles.announced}>
        {announcements
          .filter((one) => !old.includes(one))
          .map((one) => (
            <AnnouncementNotice key={keyOf(one)} announcement={one} holdsOthers={holdsOthers} onUndo={selection.takeBack} />
          ))}
        {instead && <InsteadNotice key={instead.place.placeId} selection={selection} instead={instead} />}
      </div>
    </div>
  );
}

function keyOf(one: Announcement): string {
  if (one.kind === 'problem') return one.problem.kind;
  return one.kind === 'given' ? `given ${one.place.placeId}` : one.kind;
}

const isSoonOld = (one: Announcement) => one.kind === 'given' || (one.kind === 'held' && !one.apart);

interface AnnouncementNoticeProps {
  readonly announcement: Announcement;
  readonly holdsOthers: boolean;
  readonly onUndo: (given: HeldPlace) => void;
}

function AnnouncementNotice({ announcement, holdsOthers, onUndo }: AnnouncementNoticeProps) {
  const { t } = useTranslation(seatTexts);
  const { t: tBuy } = useTranslation(buyTexts);
  const { t: tClock } = useTranslation(clockTexts);
  switch (announcement.kind) {
    case 'held':
      return (
        <Notice kind={announcement.apart ? 'warning' : 'success'} message="places_held">
          <p>
            {t(announcement.places.some(({ row, seat }) => row ?? seat) ? 'held' : 'held.open', {
              count: announcement.places.length,
              places: counted(announcement.places.map((place) => placeName(place, tBuy))),
            })}
          </p>
          {announcement.apart && <p>{t('apart')}</p>}
        </Notice>
      );
    case 'given':
      return (
        <Notice
          message="places_given"
          actions={
            <Button kind="secondary" onClick={() => onUndo(announcement.place)}>
              {tClock('undo')}
            </Button>
          }
        >
          {t('given', { place: placeName(announcement.place, tBuy) })}
        </Notice>
      );
    case 'problem':
      return <ProblemNotice problem={announcement.problem} holdsOthers={holdsOthers} />;
  }
}

function ProblemNotice({ problem, holdsOthers }: { problem: Problem; holdsOthers: boolean }) {
  const { t } = useTranslation(seatTexts);
  const { t: tMap } = useTranslation(seatMapTexts);
  const { t: tLimits } = useTranslation(limitTexts);
  if (problem.kind === 'purchases') return <TooMuchOpen problem={problem} title={t('purchases.title')} text={t('purchases.text')} />;
  if (problem.kind === 'most' && problem.limit === 'unpaid')
    return <TooMuchOpen problem={problem} title={t('most.title')} text={`${limitText(problem, tLimits)} ${t('most.unpaid')}`} />;
  if (problem.kind === 'most') {
    return (
      <Notice kind="warning" title={t('most.title')} message="too_many_places">
        {limitText(problem, tLimits)}
      </Notice>
    );
  }
  const listed = listedEnd(problem.kind);
  const lost = problem.kind === 'taken' ? [...new Set(problem.labels.map((label) => placeTitle(label, tMap)))] : [];
  return (
    <Notice
      kind={problem.kind === 'failed' ? 'error' : 'warning'}
      title={problem.kind === 'taken' ? t('taken.title', { count: lost.length || 1 }) : t(`${problem.kind}.title`)}
      message={problem.kind}
      actions={listed && <Link to={listed.list}>{t(`${listed.end}.list`)}</Link>}
    >
      {lost.length > 0 && <p>{t('taken.places', { places: lost.join('; ') })}</p>}
      <p>{t(textOf(problem, holdsOthers))}</p>
      {problem.kind === 'short' && problem.offers.length > 0 && (
        <ul>
          {problem.offers.map(({ name, free }) => (
            <li key={name}>{t('short.offer', { name, count: free })}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

function textOf(problem: Exclude<Problem, { readonly kind: 'most' | 'purchases' }>, holdsOthers: boolean): TextKey<typeof seatTexts> {
  if (problem.kind === 'closed' && problem.reason) return `closed.${problem.reason}`;
  return problem.kind === 'taken' && !holdsOthers ? 'taken.text.none' : `${problem.kind}.text`;
}

/** The account has as much open as it may: what it is, and how to make room, over the page, for the next step is there. */
function TooMuchOpen({ problem, title, text }: { problem: Problem; title: string; text: string }) {
  const { t } = useTranslation(seatTexts);
  const [closed, setClosed] = useState<Problem | null>(null);
  const close = () => setClosed(problem);
  return createPortal(
    <Dialog
      open={closed !== problem}
      onClose={close}
      title={title}
      message={problem.kind}
      closeLabel={t('purchases.close')}
      actions={<Button onClick={close}>{t('purchases.close')}</Button>}
    >
      <p>{text}</p>
      {closed !== problem && <OpenPurchases paying />}
    </Dialog>,
    document.body,
  );
}

/** Groups places without numbers by their shared name: `Campo × 3`. */
export function counted(names: readonly string[]): string {
  const times = new Map<string, number>();
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  return [...times].map(([name, count]) => (count === 1 ? name : `${name} × ${count}`)).join('; ');
}
