import type { Tx } from '#db/connect';

/** Of the row `performance`, and a list of `NamedPerformance` as the rows `named (value)`. */
export const isNamed = (tx: Tx) =>
  tx`(performance.key = named.value ->> 'key' or performance.starts_at = (named.value ->> 'startsAt')::timestamptz)`;

/** As messages name one that is not there. */
export const nameOf = (tx: Tx) => tx`coalesce(named.value ->> 'key', named.value ->> 'startsAt')`;

/** Part of a statement. */
type Fragment = ReturnType<typeof nameOf>;

/** The ids of those of `these` performances that `entry.performances` names; null where it is null. */
export const namedIds = (tx: Tx, these: Fragment) => ofNamed(tx, these, tx`performance.id`);

/** Their starts, which servers of the version before go by. */
export const namedStarts = (tx: Tx, these: Fragment) => tx`nullif(${ofNamed(tx, these, tx`performance.starts_at`)}, '{}')`;

const ofNamed = (tx: Tx, these: Fragment, what: Fragment) => tx`
  case when entry.performances is not null then array(
    select distinct ${what} from performance
      join jsonb_array_elements(entry.performances) as named (value) on ${isNamed(tx)}
     where ${these} order by 1) end`;
