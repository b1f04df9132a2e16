import { join } from 'node:path';
import { createVitest, type TestModule, type Vitest } from 'vitest/node';
import { connect } from '../../apps/api/src/db/connect.ts';

export interface RunRequest {
  /** Test files, relative to this folder, in the order in which they are run. */
  readonly tests: readonly string[];
  /** Sources that have changed since the last run. */
  readonly changed?: readonly string[];
  /** Run on after a failure, and write down there which functions each test file calls. */
  readonly reachFolder?: string;
}

export interface RunAnswer {
  /** In the order in which they came. */
  readonly failures: readonly { readonly file: string; readonly title: string }[];
  /** Milliseconds by test file. */
  readonly durations: Readonly<Record<string, number>>;
}

const root = process.cwd();
let failures: { file: string; title: string }[] = [];
const durations: Record<string, number> = {};
let open: { vitest: Vitest; mode: string } | undefined;

process.on('message', (request: RunRequest) => void run(request).then((answer) => process.send?.(answer)));
process.on('disconnect', () => process.exit());

async function run({ tests, changed = [], reachFolder = '' }: RunRequest): Promise<RunAnswer> {
  if (open?.mode !== reachFolder) {
    await open?.vitest.close();
    open = { vitest: await start(reachFolder), mode: reachFolder };
  }
  const { vitest } = open;
  for (const source of changed) vitest.invalidateFile(join(root, source));
  failures = [];
  const all = await vitest.globTestSpecifications();
  const order = new Map(tests.map((test, index) => [join(root, test), index]));
  const specifications = all.filter(({ moduleId }) => order.has(moduleId));
  specifications.sort((a, b) => (order.get(a.moduleId) ?? 0) - (order.get(b.moduleId) ?? 0));
  await vitest.runTestSpecifications(specifications);
  await dropDatabases(vitest);
  return { failures, durations };
}

const start = async (reachFolder: string) => {
  const vitest = await createVitest({
    config: join(import.meta.dirname, 'vitest.config.ts'),
    watch: false,
    bail: reachFolder === '' ? 1 : 0,
    // In one worker files come in their order, and what they share is read once.
    maxWorkers: reachFolder === '' ? 1 : 2,
    sequence: { sequencer: AsGiven as never },
    reporters: [
      {
        onTestCaseResult: (test) => {
          if (test.result().state === 'failed') failures.push({ file: nameOf(test.module), title: test.fullName });
        },
        onTestModuleEnd: (module) => {
          durations[nameOf(module)] = module.diagnostic().duration + module.diagnostic().collectDuration;
          if (module.state() === 'failed') failures.push({ file: nameOf(module), title: module.errors()[0]?.message ?? 'the file itself' });
        },
        onTestRunEnd: (_modules, errors) => {
          if (errors.length > 0) failures.push({ file: '', title: String(errors[0]?.message) });
        },
      },
    ],
  });
  vitest.provide('reachFolder', reachFolder);
  return vitest;
};

const nameOf = ({ moduleId }: TestModule) => moduleId.slice(root.length + 1);

/** Test files are run in the order in which they are asked for. */
class AsGiven {
  sort<Files>(files: Files): Files {
    return files;
  }
  shard<Files>(files: Files): Files {
    return files;
  }
}

/** The server of the tests lives as long as this process: what a run has left there goes. */
async function dropDatabases(vitest: Vitest): Promise<void> {
  const url = vitest.projects.map((project) => project.getProvidedContext().postgresUrl).find((each) => each !== undefined);
  if (url === undefined) return;
  const admin = connect(`${url}postgres`, { connections: 1 });
  const left = await admin<{ name: string }[]>`select datname as name from pg_database where datname like 'test\\_%'`;
  for (const { name } of left) await admin`drop database ${admin(name)} with (force)`;
  await admin.end();
}
