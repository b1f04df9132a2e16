import { Batcher } from './batcher.ts';

interface Reading<Key, Row> {
  readonly read: (keys: readonly Key[]) => Promise<readonly Row[]>;
  readonly nameOfKey: (key: Key) => string;
  /** The name of the key that the row was found by. */
  readonly nameOf: (row: Row) => string;
  /** What is read after something was done is never sent away. */
  readonly unbounded?: boolean;
}

/** Rows as they are when asked for, undefined where there is none; those that are asked for together are read in one statement. */
export function batchedReader<Key, Row>({ read, nameOfKey, nameOf, ...bounds }: Reading<Key, Row>): (key: Key) => Promise<Row | undefined> {
  const batcher = new Batcher<Key, { readonly row: Row | undefined }>({
    ...bounds,
    work: async (keys) => {
      const rows = new Map((await read(keys)).map((row) => [nameOf(row), row]));
      return keys.map((key) => ({ row: rows.get(nameOfKey(key)) }));
    },
  });
  return async (key) => (await batcher.add(key)).row;
}
