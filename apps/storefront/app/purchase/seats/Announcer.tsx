import { Button } from '@butaca/ui/components/Button.tsx';
import { Dialog } from '@butaca/ui/components/Dialog.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import buyTexts from '../../i18n/es/buy.json';
import seatMapTexts from '../../i18n/es/seat-map.json';
import seatTexts from '../../i18n/es/seats.json';
import { placeName } from '../buy/summary/place-name.ts';
import { OpenPurchases } from '../clock/OpenPurchases.tsx';
import { placeTitle } from '../seat-map/place-text.ts';
import type { Announcement, Problem } from '../selection/announcements.ts';
import styles from './Seats.module.css';

/** Long enough to be read; problems stay until the next step. */
const SHOWN_MS = 6000;

/** Announces results in an overlay, for screen readers too: the page below does not move under the next tap. */
export function Announcer({ announcements }: { announcements: readonly Announcement[] }) {
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
            <AnnouncementNotice key={one.kind === 'problem' ? one.problem.kind : one.kind} announcement={one} />
          ))}
      </div>
    </div>
  );
}

const isSoonOld = (one: Announcement) => one.kind === 'given' || (one.kind === 'held' && !one.apart);

function AnnouncementNotice({ announcement }: { announcement: Announcement }) {
  const { t } = useTranslation(seatTexts);
  const { t: tBuy } = useTranslation(buyTexts);
  switch (announcement.kind) {
    case 'held':
      return (
        <Notice kind={announcement.apart ? 'warning' : 'success'} message="places_held">
          <p>
            {t('held', {
              count: announcement.places.length,
              places: counted(announcement.places.map((place) => placeName(place, tBuy))),
            })}
          </p>
          {announcement.apart && <p>{t('apart')}</p>}
        </Notice>
      );
    case 'given':
      return <Notice message="places_given">{t('given', { place: placeName(announcement.place, tBuy) })}</Notice>;
    case 'problem':
      return <ProblemNotice problem={announcement.problem} />;
  }
}

function ProblemNotice({ problem }: { problem: Problem }) {
  const { t } = useTranslation(seatTexts);
  const { t: tMap } = useTranslation(seatMapTexts);
  if (problem.kind === 'purchases') return <TooMuchOpen problem={problem} title={t('purchases.title')} text={t('purchases.text')} />;
  if (problem.kind === 'most' && problem.limit === 'unpaid')
    return <TooMuchOpen problem={problem} title={t('most.title')} text={t('most.unpaid', { count: problem.most })} />;
  if (problem.kind === 'most') {
    return (
      <Notice kind="warning" title={t('most.title')} message="too_many_places">
        {t(`most.${problem.limit}`, { count: problem.most })}
      </Notice>
    );
  }
  const lost = problem.kind === 'taken' ? [...new Set(problem.labels.map((label) => placeTitle(label, tMap)))] : [];
  return (
    <Notice kind={problem.kind === 'failed' ? 'error' : 'warning'} title={t(`${problem.kind}.title`)} message={problem.kind}>
      {lost.length > 0 && <p>{t('taken.places', { places: lost.join('; ') })}</p>}
      <p>{t(`${problem.kind}.text`)}</p>
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
function counted(names: readonly string[]): string {
  const times = new Map<string, number>();
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  return [...times].map(([name, count]) => (count === 1 ? name : `${name} × ${count}`)).join('; ');
}
