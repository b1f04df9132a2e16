import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { charge, takePlaces } from '@butaca/contract';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { limit } from '../../../../scripts/test/limits.ts';
import { connect } from '../../src/db/connect.ts';
import { runJobs } from '../../src/jobs/run-jobs.ts';
import { payway } from '../../src/payments/providers/payway/payway.ts';
import { loadTracing } from '../../src/watch/load-tracing.ts';
import { timedStatements } from '../../src/watch/statements.ts';
import { freshDatabase } from '../database.ts';
import { buyerAt } from '../factories/buyer.ts';
import { answerOf } from '../factories/client.ts';
import { customersApp, haveBuyers } from '../factories/customers.ts';
import { aGateway } from '../factories/gateway.ts';
import { haveSale } from '../factories/purchase.ts';
import { aWatch } from '../factories/watch.ts';

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string; readonly intValue?: number } }[];
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly status?: { readonly code?: number };
}
interface Sent {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[] }[];
}

/** Takes traces as a collector does, over OTLP/HTTP. */
async function aCollector() {
  const bodies: string[] = [];
  const server = createServer(async (request, reply) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (request.url === '/v1/traces' && request.method === 'POST') bodies.push(body);
    reply.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    text: () => bodies.join('\n'),
    spans: () =>
      bodies.flatMap((body) =>
        (JSON.parse(body) as Sent).resourceSpans.flatMap((resource) => resource.scopeSpans.flatMap((scope) => scope.spans)),
      ),
  };
}

const database = await freshDatabase();
afterAll(database.close);
const factOf = ({ attributes }: SentSpan, key: string) => attributes.find((each) => each.key === key)?.value.stringValue;

test('a collector gets the spans of a sale: requests, the batch that answered them, its statements, the gateway, and a job', async () => {
  const collector = await aCollector();
  const spans = await loadTracing({ url: collector.url, share: 1 }, '1');
  const { watch } = aWatch({ spans });
  const db = connect(database.url, { onStatement: timedStatements(watch, 0) });
  const gateway = await aGateway();
  const app = await customersApp(db, {
    watch,
    payments: [payway({ url: gateway.url, publicKey: 'public', privateKey: 'private' })],
  });
  onTestFinished(async () => {
    await app.close();
    gateway.close();
    await db.end({ timeout: 1 });
  });
  const sale = await haveSale(db);
  const [ana] = await haveBuyers(db, 1);
  const buyer = buyerAt(app, ana);
  const { purchase } = answerOf(await buyer.take(sale, [0, 1]));
  await buyer.selectDelivery(purchase.id);
  const { total = 0 } = answerOf(await buyer.purchase(purchase.id)).totals ?? {};
  gateway.state.next.push('decline');
  answerOf(await buyer.pay({ id: purchase.id, total }));
  answerOf(await buyer.pay({ id: purchase.id, total }));

  let worked = false;
  const tasks = {
    'send-tickets': async () => {
      await db`select 'of the job'`;
      worked = true;
    },
  };
  const jobs = runJobs({ db, databaseUrl: database.url, tasks, crontab: '', concurrency: 1, watch });
  await vi.waitFor(() => expect(worked).toBe(true), { timeout: limit(20_000), interval: 20 });
  await jobs.stop();
  await spans?.close();

  const sent = collector.spans();
  const named = (name: string) => sent.filter((span) => span.name === name);
  const below = (parent: SentSpan | undefined) =>
    sent.filter((span) => span.parentSpanId === parent?.spanId && span.traceId === parent?.traceId);
  const [click] = named(`POST ${takePlaces.path}`);
  const [batch] = named('claim batch');
  expect(batch?.links).toMatchObject([{ traceId: click?.traceId, spanId: click?.spanId }]);
  const statements = below(batch).map((span) => factOf(span, 'db.query.text') ?? '');
  expect(statements).toContainEqual(expect.stringMatching(/^begin/));
  expect(statements).toContainEqual(expect.stringMatching(/^update place set/));
  expect(statements).toContain('commit');
  const charges = named(`POST ${charge.path}`);
  expect(charges).toHaveLength(2);
  for (const span of charges) expect(below(span).filter(({ name }) => name === 'gateway charge')).toHaveLength(1);
  const [job] = named('job send-tickets');
  expect(below(job).map((span) => factOf(span, 'db.query.text'))).toEqual(["select 'of the job'"]);
  // What a process asks for by itself belongs to no trace.
  expect(sent.filter(({ name, parentSpanId }) => name === 'statement' && !parentSpanId)).toEqual([]);
  // Ids and times are digits by chance.
  const told = collector.text().replace(/"(?:\w*[sS]panId|traceId|\w+UnixNano)":"\w*"/g, '');
  expect(told).not.toMatch(/julia|paredes|correo\.example|30123456|450799|4905"|Bearer/i);
});

test('a fault of a statement marks its span, without the value that it was refused for', async () => {
  const collector = await aCollector();
  const spans = await loadTracing({ url: collector.url, share: 1 }, '1');
  const db = connect(database.url, { connections: 1, onStatement: timedStatements(aWatch({ spans }).watch, 0) });
  await spans?.run('work', {}, () => db`select ${'xochitl'}::text::integer`.catch(() => {}));
  await db.end();
  await spans?.close();
  expect(collector.spans().find(({ name }) => name === 'statement')?.status).toMatchObject({ code: 2 });
  expect(collector.text()).not.toContain('xochitl');
});

test('a collector that is away neither fails a request nor holds a process that leaves for long', async () => {
  const spans = await loadTracing({ url: 'http://127.0.0.1:9/v1/traces', share: 1 }, '1');
  expect(await spans?.run('work', {}, async () => 'done')).toBe('done');
  await spans?.close();
});

test('a share of nothing traces nothing', async () => {
  const collector = await aCollector();
  const spans = await loadTracing({ url: collector.url, share: 0 }, '1');
  await spans?.run('work', {}, async () => {});
  await spans?.close();
  expect(collector.spans()).toEqual([]);
});

test('while tracing is off nothing of it is loaded', async () => {
  expect(await loadTracing(null, '1')).toBe(null);
  const script = `
    import { registerHooks } from 'node:module';
    const asked = [];
    registerHooks({ resolve(name, context, next) { asked.push(name); return next(name, context); } });
    await import(${JSON.stringify(join(import.meta.dirname, '../../src/serve.ts'))});
    console.log(JSON.stringify(asked.filter((name) => /opentelemetry\\/(sdk|exporter|context|resources)|watch\\/tracing|[.]\\/tracing/.test(name))));
    process.exit(0);`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(stdout.trim()).toBe('[]');
});
