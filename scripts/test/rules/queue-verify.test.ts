import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commitmentOf, drawnOrder, type Proof, seedOf } from '@butaca/fair-queue';
import { expect, onTestFinished, test } from 'vitest';

const secret = '5ec7e7'.padEnd(64, '0');
const draw = { performanceId: 101, epoch: 2, counts: { priority: 3, general: 250, late: 0 } };
const honest: Proof = { version: 1, ...draw, secret, commitment: commitmentOf(secret), seed: seedOf(secret, draw) };

async function verify(...args: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../queue-verify.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => output.push(String(data)));
  const [code] = await once(child, 'close');
  return { code, lines: output.join('').trimEnd().split('\n') };
}

async function written(content: unknown): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'butaca-proof-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'prueba.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

test('an honest proof is told with what was checked, how many numbers, and the position of a number', async () => {
  const file = await written(honest);
  expect(await verify(file, '--number', '17', '--commitment', honest.commitment)).toEqual({
    code: 0,
    lines: [
      'performance 101, opening 2 of its waiting room',
      `commitment  ${honest.commitment}`,
      `seed        ${honest.seed}`,
      'numbers     priority 3, general 250, late 0',
      '✓ the secret is the one that was committed to',
      '✓ the commitment is the one that was shown before the draw',
      '✓ the seed follows from the secret, the performance and the counts',
      '✓ every number has a position of its own',
      `number 17 of the lane general stands at position ${drawnOrder(honest.seed, 'general', 250)(17)}, counted from 0`,
    ],
  });
});

test('what is wrong with a proof is named, and the exit code is 1', async () => {
  const file = await written({ ...honest, counts: { ...draw.counts, general: 251 }, commitment: commitmentOf('00'.repeat(32)) });
  const { code, lines } = await verify(file, '--commitment', honest.commitment);
  expect(code).toBe(1);
  expect(lines.slice(4)).toEqual([
    '✗ the secret is not the one that was committed to: its SHA-256 is another',
    '✗ the seed does not follow from the secret, the performance and the counts',
    '✗ the commitment is not the one that was shown before the draw',
  ]);
});

test('a proof is read from its address', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/cola/101/prueba.json') response.end(JSON.stringify(honest));
    else response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect((await verify(`${origin}/cola/101/prueba.json`)).code).toBe(0);
  expect(await verify(`${origin}/cola/102/prueba.json`)).toEqual({
    code: 2,
    lines: [`${origin}/cola/102/prueba.json: there is no proof yet; it is published when the room is closed`],
  });
});

test.each([
  ['text', 'no JSON', 'is no proof of a draw'],
  ['a list', '[]', 'is no proof of a draw'],
  ['an empty object', {}, 'version undefined of a proof is unknown; this program knows 1'],
  ['a short secret', { ...honest, secret: 'short' }, 'secret must be 64 hexadecimal digits in lower case'],
  ['a proof without counts', { ...honest, counts: null }, 'counts.priority must be a whole number from 0 to 20,000,000'],
  [
    'a draw of a million millions',
    { ...honest, counts: { ...draw.counts, general: 1e12 } },
    'counts.general must be a whole number from 0 to 20,000,000',
  ],
])('%s is refused in one sentence', async (_, content, sentence) => {
  const file = await written(content);
  expect(await verify(file)).toEqual({ code: 2, lines: [`${file}: ${sentence}`] });
});

test('arguments that cannot be used are one sentence', async () => {
  const file = await written(honest);
  expect(await verify('/nowhere/prueba.json')).toEqual({ code: 2, lines: ['/nowhere/prueba.json: cannot be read'] });
  expect(await verify(file, '--number', 'mine')).toEqual({ code: 2, lines: ['--number: must be a whole number, counted from 0'] });
  expect(await verify(file, '--number', '1', '--lane', 'first')).toEqual({
    code: 2,
    lines: ['--lane: must be one of priority, general, late'],
  });
  expect(await verify(file, '--number', '250')).toEqual({
    code: 2,
    lines: ['--number: 250 was not drawn: the lane general had 250 numbers, from 0; later ones stand where they came'],
  });
  expect((await verify(file, '--nubmer', '1')).lines).toHaveLength(1);
});
