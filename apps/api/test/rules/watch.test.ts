import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type EventSpec, events } from '../../src/watch/events.ts';
import { aWatch } from '../factories/watch.ts';

test('docs/log.md lists every event with its facts (npm run do -- events draws it)', async () => {
  const rows = (kind: EventSpec['kind']) =>
    Object.entries(events as Readonly<Record<string, EventSpec>>)
      .filter(([, spec]) => spec.kind === kind)
      .map(([name, { level, says, facts, mostPerMinute, onceAMinuteFor }]) => {
        const told = Object.entries(facts).map(([fact, of]) => `\`${fact}\` ${typeof of === 'string' ? of : of.join(' \\| ')}`);
        return `| \`${name}\` | ${level} | ${says} | ${told.join(', ')} | ${[mostPerMinute, onceAMinuteFor && `one for each \`${onceAMinuteFor}\``].filter(Boolean).join(', ')} |`;
      });
  const table = (kind: EventSpec['kind']) =>
    ['| Event | Level | What happened | Facts | Lines a minute |', '|---|---|---|---|---|', ...rows(kind)].join('\n');
  const text = `# What the log says

Drawn from \`apps/api/src/watch/events.ts\` by \`npm run do -- events\`; a test compares them. Every line is one JSON object with \`level\`
(30 info, 40 warn, 50 error), \`time\` (epoch milliseconds), \`process\`, \`event\`, \`kind\`, the facts below and \`msg\`. Events of a call
also have \`requestId\` and, with a session, \`customerId\` and \`role\`. A fact of kind hash is keyed with \`SECRET\`: equal ones belong
together, and none can be turned back. What is said more often than the last column allows is counted in \`butaca_events_total\` all the
same, and the next line has \`leftOut\`. No line holds a name, a mail address, a document, a telephone number, a token, a ticket's code or a
card's digits.

## Security

${table('security')}

## Working life

${table('work')}
`;
  await expect(text).toMatchFileSnapshot(fileURLToPath(new URL('../../../../docs/log.md', import.meta.url)));
});

test('a line has the facts that its event declares and no others', () => {
  const { watch, lines } = aWatch();
  watch.say('batch-broke', { batch: 'claims', size: 3, error: new Error('no'), email: 'ana@correo.example' } as never);
  expect(lines()).toEqual([
    {
      level: 40,
      time: expect.any(Number),
      process: 'test',
      event: 'batch-broke',
      kind: 'work',
      batch: 'claims',
      size: 3,
      error: { type: 'Error', message: 'no', stack: expect.stringMatching(/^ {4}at /) },
      msg: 'a batch broke and is repeated in parts',
    },
  ]);
});

test('an error keeps its code and its stack, and loses what names a person', () => {
  const { watch, lines, text } = aWatch();
  const error = Object.assign(new Error('550 no mailbox ana.perez+x@correo.example, DNI 30.123.456, tel. +54 11 5555-0100'), {
    code: '23505',
    detail: 'Key (email)=(ana.perez@correo.example) already exists.',
    constraint_name: 'customer_email_key',
    parameters: ['ana.perez@correo.example'],
  });
  watch.say('call-failed', { method: 'POST', call: '/v2/Cliente', error });
  expect(lines()[0]).toMatchObject({ error: { code: '23505', constraint: 'customer_email_key' } });
  expect(text()).not.toMatch(/ana|30\.123|5555/);
});

test('the value that a statement was refused for does not stand in the line', () => {
  const { watch, text } = aWatch();
  const error = Object.assign(new Error('invalid input syntax for type integer: "Perez"'), { code: '22P02' });
  watch.say('sweep-failed', { error });
  expect(text()).toContain('invalid input syntax for type integer');
  expect(text()).not.toContain('Perez');
});

test('what a stranger repeats is written so often a minute; the next line says how many were left out, and all are counted', async () => {
  let now = 0;
  const { watch, told } = aWatch({ now: () => now });
  const refuse = () => watch.say('session-refused', { call: '/v2/Cliente', network: 'abc' });
  for (let times = 0; times < 100; times++) refuse();
  expect(told('session-refused')).toHaveLength(60);
  now = 60_000;
  refuse();
  refuse();
  expect(told('session-refused').slice(60)).toMatchObject([{ leftOut: 40 }, {}]);
  expect(told('session-refused')[61]).not.toHaveProperty('leftOut');
  expect(await watch.scrape()).toContain('butaca_events_total{event="session-refused",outcome="",process="test"} 102');
});

test('what the staff does is never left out', () => {
  const { watch, told } = aWatch();
  for (let times = 0; times < 2000; times++)
    watch.say('staff-verb', { call: '/v2/Proceso/:id', outcome: 'ok', network: 'abc', object: 'p' });
  expect(told('staff-verb')).toHaveLength(2000);
});

test('a hash is the same for the same text under one secret, and tells nothing of it', () => {
  const { watch } = aWatch();
  expect(watch.hashOf('ana@correo.example')).toBe(aWatch().watch.hashOf('ana@correo.example'));
  expect(watch.hashOf('ana@correo.example')).not.toBe(watch.hashOf('luis@correo.example'));
  expect(watch.hashOf('ana@correo.example')).toMatch(/^[\w-]{12}$/);
});
