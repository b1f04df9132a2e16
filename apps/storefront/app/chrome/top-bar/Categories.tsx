import type { ShowType } from '@butaca/contract';
import { Link, useLocation } from 'react-router';
import { pathTo, queryNames } from '../../paths.ts';
import styles from './MenuDrawer.module.css';

/** Show types, each leading to the search by that type (TB-006..TB-008). */
export const Categories = (props: { types: readonly ShowType[] }) => (
  <ul className={styles.categories}>
    <CategoryLinks {...props} />
  </ul>
);

export function CategoryLinks({ types }: { types: readonly ShowType[] }) {
  const { search } = useLocation();
  const current = new URLSearchParams(search).get(queryNames.showType);
  return types.map(({ id, name }) => (
    <li key={id}>
      <Link to={pathTo('advancedsearch', {}, { showType: id })} {...(current === String(id) ? { 'aria-current': 'page' as const } : {})}>
        {name}
      </Link>
    </li>
  ));
}
