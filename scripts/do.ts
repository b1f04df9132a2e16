import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { toolEnvironment } from './config.ts';

const root = join(import.meta.dirname, '..');

/** Its file is imported, so that the command is this process and gets its signals. */
interface OwnCommand {
  /** As the list says it; one without has a name in package.json. */
  readonly what?: string;
  readonly file: string;
  readonly first?: readonly string[];
}

/** Draws a document anew; the same test refuses one that is out of date. */
interface Drawing {
  readonly what: string;
  readonly drawnBy: { readonly project: string; readonly file: string };
}

const drawing = (document: string, project: string, file: string): Drawing => ({
  what: `writes ${document} anew`,
  drawnBy: { project, file: `apps/api/test/${file}` },
});

const commands: Readonly<Record<string, OwnCommand | Drawing>> = {
  import: { what: 'reads a venue or a programme into the catalogue (docs/import.md)', file: 'scripts/import.ts' },
  staff: {
    what: 'makes accounts staff, lists them, and takes it back: add MAIL ROLE, list, remove MAIL (deploy/README.md)',
    file: 'scripts/staff.ts',
  },
  'ledger-check': {
    what: 'says where every cent is, and what does not add up (docs/payments.md)',
    file: 'scripts/ledger-check.ts',
  },
  'bills-check': { what: "compares orders, ledger and bills, and writes the accountant's file", file: 'scripts/bills-check.ts' },
  'queue-verify': { what: 'checks the draw of a waiting room (docs/fair-queue.md)', file: 'scripts/queue-verify.ts' },
  'pass-time': { what: 'makes open purchases so many minutes older, to see them run out', file: 'scripts/pass-time.ts' },
  build: { what: 'builds what browsers load, as it is shipped', file: 'scripts/build.ts' },
  rehearse: { what: 'a sale while everything around it breaks (docs/rehearsal.md)', file: 'rehearsal/main.ts' },
  storm: { what: 'purchases at every provider with faults, and every cent looked for', file: 'rehearsal/storm/main.ts' },
  attack: { what: 'plays the attacks of docs/limits.md against the product', file: 'bench/attacks/main.ts' },
  mutate: { what: 'changes one thing in the code and tells whether a test notices (docs/mutation.md)', file: 'scripts/mutate.ts' },
  at: { what: 'runs checks under a clock that shows another day (docs/testing.md)', file: 'scripts/at.ts' },
  screens: { what: 'makes pictures of a running product: DIRECTORY ORIGIN', file: 'e2e/screens.ts' },
  licences: { what: 'writes docs/licences.md anew', file: 'scripts/licences.ts', first: ['--write'] },
  schema: drawing('docs/schema.md', 'api', 'api/schema.test.ts'),
  privacy: drawing('docs/privacy.md', 'api', 'api/stored-data.test.ts'),
  events: drawing('docs/log.md', 'unit', 'rules/watch.test.ts'),
  examples: drawing('packages/contract/examples', 'api', 'api/wire.test.ts'),
  start: { file: 'scripts/start.ts' },
  dev: { file: 'scripts/start.ts', first: ['--dev'] },
  queue: { file: 'apps/api/src/queue.ts' },
  check: { file: 'scripts/check.ts' },
  bench: { file: 'bench/main.ts' },
};

const [name = '', ...given] = process.argv.slice(2);
const command = commands[name];
if (!command) {
  const list = Object.entries(commands).flatMap(([each, { what }]) => (what === undefined ? [] : [`  ${each.padEnd(13)} ${what}`]));
  const usage = ['npm run do -- COMMAND …', '', ...list].join('\n');
  if (name === '') console.log(usage);
  else console.error(`there is no command ${name}\n\n${usage}`);
  process.exitCode = name === '' ? 0 : 1;
} else if ('file' in command) {
  process.argv.splice(2, process.argv.length, ...(command.first ?? []), ...given);
  await import(join(root, command.file));
} else {
  const { project, file } = command.drawnBy;
  const vitest = join(root, 'node_modules/.bin/vitest');
  const { status } = spawnSync(vitest, ['run', '--project', project, file, '--update'], {
    stdio: 'inherit',
    env: toolEnvironment(),
  });
  process.exitCode = status ?? 1;
}
