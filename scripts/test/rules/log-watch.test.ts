import { expect, test } from 'vitest';
import { warningIn } from '../../log-watch.ts';

test('warnings and errors of the processes reach the terminal as a sentence, without a stack', () => {
  const error = { level: 50, msg: 'mail not sent', err: { message: 'nothing listens', stack: 'Error: nothing listens\n    at somewhere' } };
  expect(warningIn(JSON.stringify(error))).toBe('mail not sent: nothing listens');
  expect(warningIn('{"level":40,"msg":"slow answer"}')).toBe('slow answer');
  const event = { level: 40, event: 'job-failed', error: { message: 'no such mailbox' }, msg: 'a job failed and is tried again' };
  expect(warningIn(JSON.stringify(event))).toBe('a job failed and is tried again: no such mailbox');
});

test('all other lines stay in the file only', () => {
  expect(warningIn('{"level":30,"msg":"Server listening"}')).toBe(null);
  expect(warningIn('plain words')).toBe(null);
  expect(warningIn('{"level":50, cut')).toBe(null);
  expect(warningIn('{"level":40,"event":"slow-statement","msg":"a statement took long"}')).toBe(null);
});
