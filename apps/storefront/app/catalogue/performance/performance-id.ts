/** The performance an address means: the query wins over the path; null when it names none. */
export function performanceIdOf(inQuery: string | null, inPath: string | undefined): number | null {
  const id = inQuery ?? inPath ?? '';
  return /^[1-9]\d{0,9}$/.test(id) ? Number(id) : null;
}
