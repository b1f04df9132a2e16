import styles from './Trend.module.css';

const WIDTH = 5;
const GAP = 1;
const HEIGHT = 20;

/** How the last hour went, a bar for each five minutes, against its own best; the number stands beside it. */
export function Trend({ sold }: { sold: readonly number[] }) {
  const most = Math.max(1, ...sold);
  const heights = sold.map((count) => (count === 0 ? 0 : Math.max(3, Math.round((count / most) * HEIGHT))));
  return (
    <svg className={styles.trend} viewBox={`0 0 ${sold.length * (WIDTH + GAP) - GAP} ${HEIGHT}`} aria-hidden="true">
      <path className={styles.ground} d={bars(sold.map(() => 1))} />
      <path className={styles.sold} d={bars(heights)} />
    </svg>
  );
}

/** Bars side by side on the lower edge, as one path. */
const bars = (heights: readonly number[]) =>
  heights.map((height, at) => `M${at * (WIDTH + GAP)} ${HEIGHT}v${-height}h${WIDTH}v${height}z`).join('');
