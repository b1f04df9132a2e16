/** The process that an address means: the path's, else the query's; null when it is no id of ours. */
export function purchaseIdOf(inPath: string | undefined, inQuery: string | null): string | null {
  const id = inPath ?? inQuery ?? '';
  return /^[A-Za-z0-9_-]{22}$/.test(id) ? id : null;
}
