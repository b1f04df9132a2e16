const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** Says what is going on and how long it took, a line each, so that a long step is never a silent one. */
export async function step<Result>(what: string, work: (log: (line: string) => void) => Promise<Result>): Promise<Result> {
  const began = performance.now();
  console.log(`· ${what} …`);
  const result = await work((line) => console.log(`    ${line}`));
  console.log(`  ${what}: ${seconds(performance.now() - began)}`);
  return result;
}
