import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { placeName } from '../buy/summary/place-name.ts';
import { buyTexts } from '../buy/texts.ts';
import type { Problem } from './problem.ts';
import styles from './Seats.module.css';
import type { Said } from './said.ts';
import { seatTexts } from './texts.ts';

/** Long enough to be read; problems stay until the next step. */
const SHOWN_MS = 6000;

/** What has just happened, seen and heard, over the page: nothing moves under the finger that is about to tap again. */
export function Told({ said, most }: { said: readonly Said[]; most: number }) {
  const [old, setOld] = useState<readonly Said[]>([]);
  useEffect(() => {
    const timer = setTimeout(() => setOld(said.filter(isSoonOld)), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <div className={styles.told}>
      <div className={styles.toldNow}>
        {said
          .filter((one) => !old.includes(one))
          .map((one) => (
            <SaidNotice key={one.kind === 'problem' ? one.problem.kind : one.kind} said={one} most={most} />
          ))}
      </div>
    </div>
  );
}

const isSoonOld = (said: Said) => said.kind === 'given' || (said.kind === 'held' && !said.apart);

function SaidNotice({ said, most }: { said: Said; most: number }) {
  const { t } = useTranslation(seatTexts);
  const { t: tellBuy } = useTranslation(buyTexts);
  switch (said.kind) {
    case 'held':
      return (
        <Notice kind={said.apart ? 'warning' : 'success'} message="places_held">
          <p>{t('held', { count: said.places.length, places: counted(said.places.map((place) => placeName(place, tellBuy))) })}</p>
          {said.apart && <p>{t('apart')}</p>}
        </Notice>
      );
    case 'given':
      return <Notice message="places_given">{t('given', { place: placeName(said.place, tellBuy) })}</Notice>;
    case 'problem':
      return <ProblemNotice problem={said.problem} most={most} />;
  }
}

function ProblemNotice({ problem, most }: { problem: Problem; most: number }) {
  const { t } = useTranslation(seatTexts);
  if (problem.kind === 'most') {
    return (
      <Notice kind="warning" title={t('most.title')} message="too_many_places">
        {t('limit', { count: most })}
      </Notice>
    );
  }
  return (
    <Notice kind={problem.kind === 'failed' ? 'error' : 'warning'} title={t(`${problem.kind}.title`)} message={problem.kind}>
      {problem.kind === 'taken' && problem.names.length > 0 && <p>{t('taken.places', { places: problem.names.join('; ') })}</p>}
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

/** Places without numbers have one name between them: `Campo × 3`. */
function counted(names: readonly string[]): string {
  const times = new Map<string, number>();
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  return [...times].map(([name, count]) => (count === 1 ? name : `${name} × ${count}`)).join('; ');
}
