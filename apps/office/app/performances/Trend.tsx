import styles from './Trend.module.css';

const WIDTH = 5;
const GAP = 1;
const HEIGHT = 20;

/** How the last hour went, a bar for each five minutes, against its own best; the number stands beside it. */
export function Trend({ sold }: { sold: readonly number[] }) {
  const most = Math.max(1, ...sold);
  return (
    <svg className={styles.trend} viewBox={`0 0 ${sold.length * (WIDTH + GAP) - GAP} ${HEIGHT}`} aria-hidden="true">
      {sold.map((count, span) => {
        const height = count === 0 ? 1 : Math.max(3, (count / most) * HEIGHT);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a span is its position
            key={span}
            className={count === 0 ? styles.none : styles.some}
            x={span * (WIDTH + GAP)}
            y={HEIGHT - height}
            width={WIDTH}
            height={height}
          />
        );
      })}
    </svg>
  );
}
