import { expect, test } from 'vitest';
import { afterLanding } from '../../app/frame/NoticeArea.tsx';

const seen = { atMs: 1000, leadsOn: false };

test('a notice goes with the navigation of a reader who had the time to read it, and stays over one that follows at once', () => {
  expect(afterLanding(seen, 2500)).toEqual(seen);
  expect(afterLanding(seen, 3001)).toBeNull();
});

test('a notice for the next page is still there when that page took long, and goes with a later one', () => {
  const landed = afterLanding({ atMs: 1000, leadsOn: true }, 9000);
  expect(landed).toEqual({ atMs: 9000, leadsOn: false });
  expect(afterLanding(landed, 10_000)).toEqual(landed);
  expect(afterLanding(landed, 12_000)).toBeNull();
});
