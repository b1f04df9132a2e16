import { expect, test } from 'vitest';
import { Effort, effortAfter } from '../../src/customers/captcha/effort.ts';

const MINUTE = 60_000;
const askMany = (effort: Effort, ip: string, count: number, now: number) => Array.from({ length: count }, () => effort.ask(ip, now)).at(-1);

test('the work of a challenge grows with what a network asks for, up to a bound', () => {
  expect([0, 29, 30, 44, 45, 60, 75, 10_000].map(effortAfter)).toEqual([1, 1, 2, 2, 4, 8, 16, 16]);
  const effort = new Effort();
  expect(askMany(effort, '200.1.1.7', 30, 0)).toBe(1);
  // Another address of the same network, and another network.
  expect(effort.ask('200.1.1.8', 0)).toBe(2);
  expect(effort.ask('200.1.2.8', 0)).toBe(1);
  expect(askMany(effort, '2001:db8:0:1f00::1', 31, 0)).toBe(2);
  expect(effort.ask('2001:db8:0:1f00:ffff::2', 0)).toBe(2);
  expect(effort.ask('2001:db8:0:1f01::2', 0)).toBe(1);
});

test('what was asked for is forgotten in ten minutes, and the machine itself counts nowhere', () => {
  const effort = new Effort();
  expect(askMany(effort, '200.1.1.7', 100, 0)).toBe(16);
  expect(effort.ask('200.1.1.7', 6 * MINUTE)).toBe(2);
  expect(effort.ask('200.1.1.7', 30 * MINUTE)).toBe(1);
  expect(askMany(effort, '127.0.0.1', 100, 0)).toBe(1);
});

test('two declined cards double the work of their network’s challenges, each further one doubles it again, and others pay nothing for it', () => {
  const effort = new Effort();
  const workAfterDecline = () => {
    effort.declined('200.1.1.7', 0);
    return effort.ask('200.1.1.9', 0);
  };
  expect(Array.from({ length: 6 }, workAfterDecline)).toEqual([1, 2, 4, 8, 16, 16]);
  expect(effort.ask('200.1.2.7', 0)).toBe(1);
  expect(effort.ask('200.1.1.7', 30 * MINUTE)).toBe(1);
});
