import { BillboardCard } from './billboard/BillboardCard.tsx';
import type { ShowCard } from './card.ts';
import styles from './ResultList.module.css';

/** Shows in even rows: results of a search, the shows of a venue. */
export function ResultList({ shows }: { shows: readonly ShowCard[] }) {
  return (
    <ul className={styles.results}>
      {shows.map((show, index) => (
        <BillboardCard key={show.id} show={show} slot="even" loading={index === 0 ? 'first' : index < 4 ? 'early' : 'late'} />
      ))}
    </ul>
  );
}
