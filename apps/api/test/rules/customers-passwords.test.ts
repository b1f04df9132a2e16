import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { Passwords } from '../../src/customers/passwords.ts';

const passwords = new Passwords();
const matches = (password: string, passwordHash: string | undefined) => passwords.reserveCheck().matches(password, passwordHash);

test('a password matches its hash and no other', async () => {
  const hashed = await passwords.hash('Platea2026');
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.hash('Platea2026')).not.toBe(hashed);
  expect(await matches('Platea2026', hashed)).toBe(true);
  expect(await matches('platea2026', hashed)).toBe(false);
  expect(await matches(' Platea2026', hashed)).toBe(false);
});

test('accents match however the keyboard composed them', async () => {
  const hashed = await passwords.hash('Ma\u00f1ana26');
  expect(await matches('Man\u0303ana26', hashed)).toBe(true);
});

test('an account that does not exist matches nothing, and takes about as long', async () => {
  const hashed = await passwords.hash('Platea2026');
  const timeOf = async (passwordHash: string | undefined) => {
    const before = performance.now();
    expect(await matches('Equivocada1', passwordHash)).toBe(false);
    return performance.now() - before;
  };
  await timeOf(undefined);
  // In turns: what else the machine does meanwhile slows both.
  const times = { unknown: [] as number[], known: [] as number[] };
  for (let count = 0; count < 5; count += 1) {
    times.unknown.push(await timeOf(undefined));
    times.known.push(await timeOf(hashed));
  }
  expect(Math.min(...times.unknown) / Math.min(...times.known)).toBeGreaterThan(0.5);
  expect(await matches('compared when there is no customer', undefined)).toBe(false);
});

test.runIf(process.platform === 'linux')('passwords are hashed by threads of a lower priority than what answers calls', async () => {
  await passwords.hash('Platea2026');
  // proc(5): the niceness is the nineteenth field; the name before it may hold blanks.
  const nicenessOf = (thread: string) => Number(readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[16]);
  expect(Math.max(...readdirSync('/proc/self/task').map(nicenessOf))).toBeGreaterThan(getPriority());
});
