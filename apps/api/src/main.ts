import { BrandProblem } from '@butaca/brand/load';
import { OtherBrand } from '#db/settle-brand';
import { type Config, ConfigError, readConfigOfBrand } from './config.ts';

try {
  await run(await readConfigOfBrand());
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exit(1);
}

/** Serves, or keeps the processes that do; which of the two is loaded alone. */
async function run(config: Config) {
  if (config.processes > 1 && config.processNumber === null) {
    const { keepProcesses } = await import('./processes/keep-processes.ts');
    return keepProcesses(config);
  }
  const { serve } = await import('./serve.ts');
  return serve(config);
}

/** One line for errors that the person at the terminal can correct; others keep their stack. */
function sentenceOf(error: unknown): string {
  if (error instanceof ConfigError || error instanceof BrandProblem || error instanceof OtherBrand) return error.message;
  const { code, port, stack } = error as NodeJS.ErrnoException & { port?: number };
  return code === 'EADDRINUSE' ? `PORT: ${port} is taken by another program` : (stack ?? String(error));
}
