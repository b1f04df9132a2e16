import type { Client } from '@butaca/contract';
import { voidSale } from '@butaca/contract/box-office';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { ClickKey } from '../src/click-key.ts';

const ok = { status: 'ok' } as const;
const noAnswer = { status: 'ERROR', code: 555 } as const;

/** How a call can end, and whether the server has then judged the click. */
const ends = [
  { end: ok, isAnswered: true },
  { end: { status: 'refusal', code: 530, failure: 'cannot_void' }, isAnswered: true },
  { end: { status: 'refusal', code: 422, failure: 'key_reused' }, isAnswered: true },
  // Of a server that is newer than the page.
  { end: { status: 'unreadable', code: 699 }, isAnswered: true },
  { end: noAnswer, isAnswered: false },
  { end: { status: 'fault' }, isAnswered: false },
  // The earlier try may still be under way.
  { end: { status: 'refusal', code: 503, failure: 'busy' }, isAnswered: false },
  { end: { status: 'refusal', code: 429, failure: 'too_many_requests' }, isAnswered: false },
  { end: { status: 'unauthorised' }, isAnswered: false },
  // Done, in words that the page does not understand.
  { end: { status: 'unreadable', code: 500 }, isAnswered: false },
] as const;

test('a click keeps its key exactly as long as the same is asked for without an answer', async () => {
  const clicks = fc.array(fc.record({ choice: fc.constantFrom('one', 'two'), how: fc.constantFrom(...ends) }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(clicks, async (made) => {
      const click = new ClickKey();
      const keys: string[] = [];
      for (const { choice, how } of made) {
        await click.run([choice], async (key) => {
          keys.push(key);
          return how.end;
        });
      }
      for (const [index, key] of keys.entries()) {
        const before = made[index - 1];
        const isRepeated = before !== undefined && !before.how.isAnswered && before.choice === made[index]?.choice;
        expect(key === keys[index - 1]).toBe(isRepeated);
        if (!isRepeated) expect(keys.slice(0, index)).not.toContain(key);
      }
    }),
  );
});

test('a double click is one act, and a late answer of an earlier choice leaves the later one its key', async () => {
  const click = new ClickKey();
  const keys: string[] = [];
  const answers: ((end: { status: 'ok' | 'ERROR' }) => void)[] = [];
  const press = (choice: string) =>
    click.run([choice], (key) => {
      keys.push(key);
      return new Promise<{ status: 'ok' | 'ERROR' }>((resolve) => answers.push(resolve));
    });
  const first = press('one');
  void press('one');
  const other = press('two');
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
  answers[2]?.(noAnswer);
  await other;
  answers[0]?.(ok);
  await first;
  void press('two');
  expect(keys[3]).toBe(keys[2]);
});

test('all that is asked for is the choice: the order, the tickets, the amount and what the person saw', async () => {
  const call = vi.fn(async (..._: unknown[]) => noAnswer);
  const click = new ClickKey();
  const body = { ticketIds: ['t1'], amount: 100, reason: 'Compró de más' };
  const press = async (params: { orderId: string }, given: Partial<typeof body> = {}, seen?: unknown) => {
    await click.keyed(call as unknown as Client['call'], seen)(voidSale, { params, body: { ...body, ...given } }, { purpose: 'charging' });
    return (call.mock.lastCall?.[2] as { idempotencyKey: string; purpose: string }) ?? {};
  };
  const first = await press({ orderId: 'A' });
  expect(first).toEqual({ purpose: 'charging', idempotencyKey: expect.stringMatching(/^[0-9a-f]{32}$/) });
  // Built anew each time, and equal by value.
  expect(await press({ orderId: 'A' })).toEqual(first);
  const others = [
    await press({ orderId: 'B' }),
    await press({ orderId: 'A' }, { ticketIds: ['t2'] }),
    await press({ orderId: 'A' }, { amount: 99 }),
    await press({ orderId: 'A' }, { reason: 'Se equivocó' }),
    await press({ orderId: 'A' }, {}, ['t1']),
  ];
  expect(new Set([first, ...others].map(({ idempotencyKey }) => idempotencyKey)).size).toBe(6);
});

test('a click that comes again with a newly solved captcha, a password typed again or another answer of a passkey keeps its key', async () => {
  const click = new ClickKey();
  const keys = new Set<string>();
  for (const proof of [{ captcha: 'one' }, { captcha: 'two' }, { password: 'Platea2026' }, { passkey: '{1}' }, { passkey: '{2}' }])
    await click.run(['/v2/Operacion/:idOperacion/Reemitir', { params: { orderId: 'A' }, body: proof }], async (key) => {
      keys.add(key);
      return noAnswer;
    });
  expect(keys.size).toBe(1);
});
