/** A statement met other rows than it was written for. */
export class UnexpectedRows extends Error {}

/**
 * Sends the statement at once, so that statements of one transaction leave in the order in which they are written down. Throws
 * unless it changed or returned exactly `count` rows: a lost row undoes its transaction instead of half of it being done.
 */
export async function expectRows<Rows extends { readonly count: number }>(
  count: number,
  statement: { execute(): PromiseLike<Rows> },
): Promise<Rows> {
  const rows = await statement.execute();
  if (rows.count !== count) throw new UnexpectedRows(`${count} rows expected, ${rows.count} found`);
  return rows;
}
