import { Checkbox } from '@butaca/ui/components/Field.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import queueTexts from '../i18n/es/queue.json';
import { turn } from './calls.ts';
import { Problem } from './Problem.tsx';
import styles from './Room.module.css';
import { numberText } from './says.ts';
import { type OfRoom, useVerb } from './use-room.ts';

/** Networks with many numbers: watched, unless the organiser says that the draw puts them last. */
export function RoomSuspects({ performance, room }: OfRoom) {
  const { t } = useTranslation(queueTexts);
  const { busy, problem, run } = useVerb(performance.id);
  const { numbers, networks, areLast } = room.suspects;
  const hasDraw = room.startsAt !== undefined;
  const demote = (demotes: boolean) =>
    run(
      () => turn(performance.id, { demotes }),
      (answer) => answer,
    );
  return (
    <section className={styles.panel} aria-labelledby="suspects-title">
      <h2 id="suspects-title">{t('suspects')}</h2>
      <p className={styles.soft}>{t('suspects.explain')}</p>
      {networks.length === 0 ? (
        <p>{t('suspects.none')}</p>
      ) : (
        <>
          <p>
            <strong>
              {t('suspects.count', { count: numbers })} {t('suspects.networks', { count: networks.length })}.
            </strong>{' '}
            {t(areLast ? 'suspects.last' : 'suspects.watched')}
          </p>
          <details className={styles.details}>
            <summary>{t('suspects.list')}</summary>
            <div className={styles.scroll}>
              <table className={styles.table}>
                <thead>
                  <tr>
                    <th scope="col">{t('suspects.network')}</th>
                    <th scope="col">{t('suspects.numbers')}</th>
                  </tr>
                </thead>
                <tbody>
                  {networks.map(({ network, numbers: count }) => (
                    <tr key={network}>
                      <th scope="row">
                        <code>{network}</code>
                      </th>
                      <td>{numberText(count)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </details>
        </>
      )}
      <Checkbox
        checked={room.knobs.demotes}
        disabled={room.isDrawn || !hasDraw || busy}
        onChange={(event) => void demote(event.target.checked)}
        label={
          <>
            {t('knob.demotes')}
            <span className={styles.soft}>{t(!hasDraw ? 'suspects.no-draw' : room.isDrawn ? 'suspects.late' : 'suspects.switch')}</span>
          </>
        }
      />
      {problem && <Problem problem={problem} />}
    </section>
  );
}
