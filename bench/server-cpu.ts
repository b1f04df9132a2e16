/** Processor time that the api's process has taken so far, without the database. */
export async function cpuSeconds(metrics: string): Promise<number> {
  return Number(/^process_cpu_seconds_total\S* (\S+)/m.exec(await (await fetch(metrics)).text())?.[1]);
}
