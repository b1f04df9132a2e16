import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { drawnOrder, faultsOf, lanes, type Proof, type ProofFault } from '@butaca/fair-queue';

const USAGE = `npm run do -- queue-verify FILE|URL [--commitment HEX] [--number N [--lane priority|general|late]]

Checks the draw of a waiting room from its proof, which is published at /cola/ID/prueba.json when the sale is over.
--commitment is the one that the waiting page showed before the draw; --number is a number from before the draw, whose
position is printed (docs/fair-queue.md). Exits with 1 when something is wrong, with 2 when there is nothing to check.`;

const LARGEST_BYTES = 64 * 1024;
const MOST_NUMBERS = 20_000_000;
const TIMEOUT_MS = 10_000;

/** There is no proof to check: one sentence for the person at the terminal. */
class Unreadable extends Error {}

const told: Readonly<Record<ProofFault | 'noted', string>> = {
  commitment: 'the secret is not the one that was committed to: its SHA-256 is another',
  seed: 'the seed does not follow from the secret, the performance and the counts',
  order: 'two numbers have the same position',
  noted: 'the commitment is not the one that was shown before the draw',
};

const options = {
  commitment: { type: 'string' },
  number: { type: 'string' },
  lane: { type: 'string', default: 'general' },
  help: { type: 'boolean' },
} as const;

try {
  const { values, positionals } = readArguments();
  if (values.help) console.log(USAGE);
  else await verify(positionals, values);
} catch (error) {
  if (!(error instanceof Unreadable)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

function readArguments() {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new Unreadable(error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error));
  }
}

async function verify(sources: readonly string[], given: { commitment?: string; number?: string; lane: string }) {
  const [source] = sources;
  if (source === undefined || sources.length > 1) throw new Unreadable(`name one file or address of a proof\n\n${USAGE}`);
  const proof = readProof(await textOf(source), source);
  const position = given.number === undefined ? null : positionOf(proof, given.lane, given.number);
  const noted = given.commitment?.trim().toLowerCase();

  const { performanceId, epoch, counts, commitment, seed } = proof;
  console.log(`performance ${performanceId}, opening ${epoch} of its waiting room`);
  console.log(`commitment  ${commitment}`);
  console.log(`seed        ${seed}`);
  console.log(`numbers     ${lanes.map((lane) => `${lane} ${counts[lane].toLocaleString('en')}`).join(', ')}`);

  const faults = [...faultsOf(proof), ...(noted === undefined || noted === commitment ? [] : ['noted' as const])];
  for (const fault of faults) console.log(`✗ ${told[fault]}`);
  if (faults.length > 0) {
    process.exitCode = 1;
    return;
  }
  console.log('✓ the secret is the one that was committed to');
  if (noted === undefined)
    console.log('  (compare the commitment with the one that was shown before the draw, or give it as --commitment)');
  else console.log('✓ the commitment is the one that was shown before the draw');
  console.log('✓ the seed follows from the secret, the performance and the counts');
  console.log('✓ every number has a position of its own');
  if (position !== null) console.log(`number ${given.number} of the lane ${given.lane} stands at position ${position}, counted from 0`);
}

function positionOf({ seed, counts }: Proof, laneName: string, text: string): number {
  const lane = lanes.find((each) => each === laneName);
  if (!lane) throw new Unreadable(`--lane: must be one of ${lanes.join(', ')}`);
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(number)) throw new Unreadable('--number: must be a whole number, counted from 0');
  if (number >= counts[lane])
    throw new Unreadable(
      `--number: ${number} was not drawn: the lane ${lane} had ${counts[lane]} numbers, from 0; later ones stand where they came`,
    );
  return drawnOrder(seed, lane, counts[lane])(number);
}

async function textOf(source: string): Promise<string> {
  const text = /^https?:\/\//.test(source) ? await fetched(source) : await readFile(source, 'utf8').catch(() => null);
  if (text === null) throw new Unreadable(`${source}: cannot be read`);
  if (text.length > LARGEST_BYTES) throw new Unreadable(`${source}: is too large for a proof`);
  return text;
}

async function fetched(address: string): Promise<string | null> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
  if (answer?.status === 404) throw new Unreadable(`${address}: there is no proof yet; it is published when the room is closed`);
  return answer?.ok ? answer.text().catch(() => null) : null;
}

function readProof(text: string, source: string): Proof {
  const wrong = (what: string) => new Unreadable(`${source}: ${what}`);
  const value = parsed(text);
  if (value === null) throw wrong('is no proof of a draw');
  if (value.version !== 1) throw wrong(`version ${JSON.stringify(value.version)} of a proof is unknown; this program knows 1`);
  const hexOf = (name: 'commitment' | 'secret' | 'seed') => {
    const hex = value[name];
    if (typeof hex !== 'string' || !/^[0-9a-f]{64}$/.test(hex)) throw wrong(`${name} must be 64 hexadecimal digits in lower case`);
    return hex;
  };
  const wholeOf = (name: string, number: unknown, most = Number.MAX_SAFE_INTEGER) => {
    if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 0 || number > most)
      throw wrong(`${name} must be a whole number from 0 to ${most.toLocaleString('en')}`);
    return number;
  };
  const counts: Record<string, unknown> = typeof value.counts === 'object' ? { ...value.counts } : {};
  const countOf = (lane: (typeof lanes)[number]) => wholeOf(`counts.${lane}`, counts[lane], MOST_NUMBERS);
  return {
    version: 1,
    performanceId: wholeOf('performanceId', value.performanceId),
    epoch: wholeOf('epoch', value.epoch),
    commitment: hexOf('commitment'),
    secret: hexOf('secret'),
    seed: hexOf('seed'),
    counts: { priority: countOf('priority'), general: countOf('general'), late: countOf('late') },
  };
}

function parsed(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
