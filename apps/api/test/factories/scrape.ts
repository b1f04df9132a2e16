/** The value of a series in what a scrape answers. */
export const numberOf = (exposition: string, series: string) =>
  Number(
    exposition
      .split('\n')
      .find((line) => line.startsWith(series))
      ?.split(' ')
      .at(-1),
  );
