import { readStartConfig, StartProblem } from './config.ts';
import { step } from './terminal.ts';
import { buildApp, unbuilt } from './web/build.ts';

try {
  const apps = await unbuilt();
  if (apps.length === 0) console.log('The storefront, the office and the waiting page are built and nothing has changed.');
  for (const app of apps) await step(`Building the ${app.name}`, () => buildApp(app, readStartConfig()));
} catch (error) {
  if (!(error instanceof StartProblem)) throw error;
  console.error(error.message);
  process.exit(1);
}
