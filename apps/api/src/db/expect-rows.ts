/** Throws unless the statement changed or returned exactly `count` rows: a lost row undoes its transaction instead of half of it being done. */
export async function expectRows<Rows extends { readonly count: number }>(count: number, statement: PromiseLike<Rows>): Promise<Rows> {
  const rows = await statement;
  if (rows.count !== count) throw new Error(`${count} rows expected, ${rows.count} found`);
  return rows;
}
