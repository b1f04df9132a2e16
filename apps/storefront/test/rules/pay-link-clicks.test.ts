import { expect, test, vi } from 'vitest';
import { keepClick, keptClicks } from '../../app/purchase/link/link-code.ts';

const [one, other] = ['A', 'B'].map((letter) => letter.repeat(22)) as [string, string];

test('two links that are paid in two tabs of one browser: each tab still knows its own click, the last five of the last five links', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
  });
  keepClick(one, 'first');
  keepClick(other, 'second');
  expect([keptClicks(one), keptClicks(other)]).toEqual([['first'], ['second']]);
  for (let turn = 1; turn <= 6; turn++) keepClick(one, `again ${turn}`);
  expect(keptClicks(one)).toEqual([2, 3, 4, 5, 6].map((turn) => `again ${turn}`));
  for (const letter of 'CDEFG') keepClick(letter.repeat(22), letter);
  expect([keptClicks(one), keptClicks('G'.repeat(22))]).toEqual([[], ['G']]);
  // What the version before this one kept is not understood, and not in the way.
  kept.set('butaca.payLink.clicks', JSON.stringify({ code: one, clicks: ['first'] }));
  expect(keptClicks(one)).toEqual([]);
  keepClick(one, 'first');
  expect(keptClicks(one)).toEqual(['first']);
});
