import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import queueTexts from '../i18n/es/queue.json';
import styles from './Chart.module.css';
import { type Point, pathsOf, ratesOf, roundUp, spanOf, waitingOf } from './chart.ts';
import { clockText, numberText } from './says.ts';
import type { OfRoom } from './use-room.ts';

const WIDTH = 600;
const HEIGHT = 120;
const HOUR_MS = 3_600_000;
const MARKS = [1, 0.5, 0] as const;

/** How many waited and how many were let in over the last hour, one above the other; the same as a table. */
export function RoomChart({ performance, room, now }: OfRoom) {
  const { t } = useTranslation(queueTexts);
  const { samples, changes, openedAt } = room;
  const span = spanOf(now, openedAt);
  const rates = ratesOf(samples);
  const marks = changes.map(({ at }) => at).filter((at) => at > span.from && at < span.to);
  const isWhole = span.to - span.from >= HOUR_MS;
  return (
    <section className={styles.chart} aria-labelledby="chart-title">
      <h2 id="chart-title">{t(isWhole ? 'chart' : 'chart.since')}</h2>
      {samples.length < 3 ? (
        <p className={styles.soft}>{t('chart.none')}</p>
      ) : (
        <>
          <div className={styles.plots}>
            <Plot title={t('chart.waiting')} points={waitingOf(samples)} span={span} marks={marks} kind="waiting" />
            <Plot title={t('chart.rate')} points={rates} span={span} marks={marks} kind="rate" />
          </div>
          {marks.length > 0 && <p className={styles.soft}>{t('chart.changes')}</p>}
          <details className={styles.details}>
            <summary>{t('chart.table')}</summary>
            <div className={styles.tableFrame}>
              <table className={styles.table}>
                <thead>
                  <tr>
                    <th scope="col">{t('chart.time')}</th>
                    <th scope="col">{t('waiting')}</th>
                    <th scope="col">{t('rate')}</th>
                    <th scope="col">{t('inside')}</th>
                    <th scope="col">{t('chart.free')}</th>
                  </tr>
                </thead>
                <tbody>
                  {samples.toReversed().map(({ at, waiting, inside, free }) => {
                    const rate = rates.find((each) => each.at === at)?.value;
                    return (
                      <tr key={at}>
                        <th scope="row">{clockText(at, performance)}</th>
                        <td>{numberText(waiting)}</td>
                        <td>{rate === undefined ? '–' : numberText(rate)}</td>
                        <td>{numberText(inside)}</td>
                        <td>{free === undefined ? '–' : numberText(free)}</td>
                      </tr>
                    );
                  })}
                </tbody>
              </table>
            </div>
          </details>
        </>
      )}
    </section>
  );
}

interface PlotProps {
  readonly title: string;
  readonly points: readonly Point[];
  readonly span: { readonly from: number; readonly to: number };
  /** When somebody changed something. */
  readonly marks: readonly number[];
  readonly kind: 'waiting' | 'rate';
}

/** The drawing is stretched to its frame; what is written stands beside it, so that it is not stretched with it. */
function Plot({ title, points, span, marks, kind }: PlotProps) {
  const { t } = useTranslation(queueTexts);
  const values = points.map(({ value }) => value);
  const most = roundUp(Math.max(0, ...values));
  const { line, area } = pathsOf(points, { ...span, most, width: WIDTH, height: HEIGHT });
  const described = t('chart.desc', {
    first: numberText(values[0] ?? 0),
    last: numberText(values.at(-1) ?? 0),
    most: numberText(Math.max(0, ...values)),
  });
  const minutes = Math.round((span.to - span.from) / 60_000);
  return (
    <figure className={styles.plot} data-kind={kind}>
      <figcaption>{title}</figcaption>
      <div className={styles.frame}>
        <div className={styles.scale} aria-hidden="true">
          <span>{numberText(most)}</span>
          <span>{numberText(most / 2)}</span>
          <span>0</span>
        </div>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-labelledby={`${kind}-plot`}
          aria-describedby={`${kind}-plot-text`}
        >
          <title id={`${kind}-plot`}>{title}</title>
          <desc id={`${kind}-plot-text`}>{described}</desc>
          <path className={styles.grid} d={`M0 0H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}M0 ${HEIGHT}H${WIDTH}`} />
          <path className={styles.area} d={area} />
          <path className={styles.line} d={line} />
          <path
            className={styles.marks}
            d={marks.map((at) => `M${Math.round(((at - span.from) / (span.to - span.from)) * WIDTH)} 0V${HEIGHT}`).join('')}
          />
        </svg>
        <div className={styles.times} aria-hidden="true">
          {MARKS.map((share) => (
            <span key={share}>{share === 0 ? t('chart.now') : t('chart.ago', { count: Math.round(minutes * share) })}</span>
          ))}
        </div>
      </div>
    </figure>
  );
}
