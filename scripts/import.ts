import { readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { loadBrand } from '@butaca/brand/load';
import {
  describeChanges,
  ImportProblem,
  ImportQuestions,
  type ImportReport,
  importCatalogue,
  importVenue,
} from '../apps/api/src/catalogue/import/index.ts';
import type { Db } from '../apps/api/src/db/connect.ts';
import { readStartConfig } from './config.ts';
import { withDatabase } from './database.ts';
import { sentenceOf } from './terminal.ts';

const USAGE = `npm run do -- import venue FILE [--name NAME] [--city CITY] [--address ADDRESS] [--time-zone ZONE]
npm run do -- import catalogue FILE [--time-zone ZONE] [--tax-class CODE] [--answer QUESTION=ANSWER]

docs/import.md describes the files.`;

const LARGEST_READ_BYTES = 32 * 1024 * 1024;

class UsageProblem extends Error {}

try {
  const { values, positionals } = readArguments();
  const [kind, path] = positionals;
  if (values.help || !kind || !path || positionals.length > 2) throw new UsageProblem(USAGE);
  const file = basename(path);
  const bytes = await readBounded(resolve(path), file);
  const { brand: name, brandsDirectory } = readStartConfig();
  const { locale, taxClasses } = (await loadBrand(name, brandsDirectory)).brand;
  const timeZone = values['time-zone'];
  const besideFile = (name: string) => readBeside(dirname(resolve(path)), name);
  const importers: Readonly<Record<string, (db: Db) => Promise<ImportReport>>> = {
    venue: (db) => importVenue(db, { file, bytes, readBeside: besideFile, ...values, timeZone, defaultTimeZone: locale.timeZone }),
    catalogue: (db) =>
      importCatalogue(db, {
        file,
        bytes,
        currency: locale.currency,
        language: locale.language,
        timeZone,
        taxClass: values['tax-class'] ?? taxClasses[0]?.code ?? '',
        answers: answersOf(values.answer ?? []),
        readBeside: besideFile,
      }),
  };
  const importer = importers[kind];
  if (!importer) throw new UsageProblem(USAGE);
  tell(await withDatabase('import', importer));
} catch (error) {
  const isOfFile = error instanceof ImportProblem || error instanceof ImportQuestions;
  console.error(isOfFile || error instanceof UsageProblem ? error.message : sentenceOf(error, 'the import failed'));
  if (error instanceof ImportQuestions) console.error('nothing was imported: run it again with an answer to each question');
  if (error instanceof ImportProblem) console.error('nothing was imported');
  process.exitCode = 1;
}

function readArguments() {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        name: text,
        city: text,
        address: text,
        'time-zone': text,
        'tax-class': text,
        answer: { ...text, multiple: true },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageProblem(`${(error as Error).message}\n\n${USAGE}`);
  }
}

/** `la-gaviota:sala:2027-03-14T21:00=moved`, each named once. */
function answersOf(given: readonly string[]): Map<string, string> {
  const answers = given.map((each) => {
    const [, question, answer] = /^(.+)=([^=]+)$/.exec(each) ?? [];
    if (!question || !answer) throw new UsageProblem(`--answer ${each} is not QUESTION=ANSWER\n\n${USAGE}`);
    return [question, answer] as const;
  });
  return new Map(answers);
}

async function readBounded(path: string, file: string): Promise<Buffer> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new ImportProblem(file, [{ at: '', reason: found ? 'is no file' : 'there is no such file' }]);
  if (found.size > LARGEST_READ_BYTES) throw new ImportProblem(file, [{ at: '', reason: 'the file is too large' }]);
  return readFile(path);
}

/** An image by its relative name, from the folder of the import file and nowhere else, links included. */
async function readBeside(folder: string, name: string): Promise<Buffer | null> {
  const home = await realpath(folder);
  const path = await realpath(resolve(home, name)).catch(() => null);
  if (!path?.startsWith(home.endsWith(sep) ? home : home + sep)) return null;
  const found = await stat(path);
  return found.isFile() && found.size <= LARGEST_READ_BYTES ? readFile(path) : null;
}

function tell({ understood, notes, changes }: ImportReport) {
  for (const line of understood) console.log(line);
  for (const note of notes) console.log(`note: ${note}`);
  const lines = describeChanges(changes);
  for (const line of lines) console.log(line);
  if (lines.length === 0) console.log('nothing changed');
}
