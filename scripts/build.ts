import { readStartConfig, StartProblem } from './config.ts';
import { step } from './progress.ts';
import { buildStorefront, isBuilt } from './storefront/build.ts';

try {
  if (await isBuilt()) console.log('The storefront is built and nothing has changed.');
  else await step('Building the storefront', () => buildStorefront(readStartConfig()));
} catch (error) {
  if (!(error instanceof StartProblem)) throw error;
  console.error(error.message);
  process.exit(1);
}
