import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { events } from '../../../apps/api/src/watch/events.ts';
import { buyerWith } from '../../../apps/api/test/factories/buyer.ts';
import { answerOf, clientAt } from '../../../apps/api/test/factories/client.ts';
import { buyTwo } from '../../../apps/api/test/running-product.ts';
import { demoOf } from '../../../demo/demos.ts';
import { logIn } from '../../../packages/contract/src/index.ts';
import { freePort } from '../../ports.ts';
import { limit } from '../limits.ts';
import { workshops } from './product.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}
interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

const here = workshops();
const root = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const { groups } = parse(read('deploy/monitoring/alerts.yaml')) as { groups: readonly { readonly rules: readonly Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(read('deploy/monitoring/dashboard.json')) as { panels: readonly Panel[] };
const queries = [
  ...rules.map(({ alert, expr }) => ({ of: alert, expr })),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ of: title, expr }))),
];

/** The metrics of a query, each with the labels that it selects by. */
const metricsOf = (expr: string) =>
  [...expr.matchAll(/\b((?:butaca|nodejs|process)_[a-z0-9_]+)(?:\{([^}]*)\})?/g)].map(([, name = '', selector = '']) => ({
    name,
    labels: [...selector.matchAll(/(\w+)\s*=~?\s*"([^"]*)"/g)].map(([, label = '', value = '']) => ({ label, value })),
  }));

/** The labels of each series, by the name that a query calls it by. */
function seriesOf(exposition: string): ReadonlyMap<string, readonly Readonly<Record<string, string>>[]> {
  const samples = exposition.split('\n').flatMap((line) => {
    const [, name, labels = ''] = /^([a-z][\w:]*)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
    if (name === undefined) return [];
    return [{ name, labels: Object.fromEntries([...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, value]) => [key, value])) }];
  });
  return new Map([...Map.groupBy(samples, ({ name }) => name)].map(([name, some]) => [name, some.map(({ labels }) => labels)]));
}

test('every alert has a summary, a severity, and a paragraph of its own in the runbook; the runbook has no other', () => {
  const chapters = [...read('docs/runbook.md').matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
  expect(rules.map(({ alert }) => alert).sort()).toEqual(chapters.sort());
  for (const { alert, for: pause, labels, annotations } of rules) {
    expect(annotations.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
    expect(annotations.summary.length).toBeGreaterThan(10);
    expect(labels.severity).toMatch(/^(page|warn)$/);
    expect(pause).toMatch(/^\d+m$/);
  }
});

test('what Prometheus is to scrape are the services of the deployment, on the port that they open', () => {
  const { scrape_configs: jobs } = parse(read('deploy/monitoring/prometheus.yaml')) as {
    scrape_configs: readonly { readonly job_name: string; readonly static_configs: readonly { readonly targets: readonly string[] }[] }[];
  };
  const { services } = parse(read('deploy/compose.yaml'), { merge: true }) as {
    services: Readonly<Record<string, { readonly environment?: Readonly<Record<string, unknown>>; readonly ports?: readonly string[] }>>;
  };
  const targets = jobs.flatMap(({ static_configs: some }) => some.flatMap((each) => each.targets));
  expect(targets).toEqual(['api-1:9464', 'api-2:9464', 'worker:9464']);
  for (const target of targets) {
    const [name = '', port] = target.split(':');
    expect(String(services[name]?.environment?.METRICS_PORT)).toBe(port);
    expect(services[name]?.ports).toBeUndefined();
  }
});

test('every metric, label and event that the alerts and the dashboard name is one of a running product that somebody has bought from', async () => {
  const port = await freePort();
  const product = await here()
    .start({ settings: { NODE_ENV: 'development', CAPTCHA: 'off', SMTP_URL: '', WEB_CONCURRENCY: '2', METRICS_PORT: String(port) } })
    .running();
  const origin = `http://127.0.0.1:${product.port}`;
  const [, sandbox] = /sandbox\s+(http:\/\/localhost:\d+)/.exec(product.output) ?? [];
  const account = demoOf('butaca')?.accounts[0];
  const visitor = clientAt(origin, {});
  await visitor.call(logIn, { body: { email: account?.email ?? '', password: 'Equivocada2026' } });
  const { token } = answerOf(await visitor.call(logIn, { body: { email: account?.email ?? '', password: account?.password ?? '' } }));
  const buyer = buyerWith(clientAt(origin, { token }));
  for (const path of ['/', '/no-hay-nada', '/?q=hamlet']) await (await fetch(origin + path)).text();
  const performances = await product.sql(
    (db) => db<{ id: number }[]>`select id from performance where state = 'on_sale' and starts_at > now() order by id limit 3`,
  );
  const [{ id: performanceId = 0 } = {}] = performances;
  const bought = await buyTwo({ buyer, gateway: `${sandbox}/gateway/api/v2`, performanceId, turn: 1 });
  expect(bought).toMatchObject({ status: 'ok', data: { outcome: 'approved' } });
  const taken = answerOf(await buyer.takeBest({ performanceId }, 1));
  await buyer.selectDelivery(taken.purchase.id);
  const orderId = bought.status === 'ok' ? bought.data.orderId : '';
  await (await fetch(`${origin}/v2/Operacion/${orderId}/Entradas/a4`, { headers: { authorization: `Bearer ${token}` } })).arrayBuffer();

  const expositions = async () =>
    seriesOf(
      (await Promise.all([port, port + 1].map(async (each) => (await fetch(`http://127.0.0.1:${each}/metrics`)).text()))).join('\n'),
    );
  // The worker mails the tickets when it comes to it.
  await expect
    .poll(async () => (await expositions()).has('butaca_job_seconds_count'), { timeout: limit(60_000), interval: 250 })
    .toBe(true);
  const series = await expositions();
  const unknown = queries.flatMap(({ of, expr }) =>
    metricsOf(expr).flatMap(({ name, labels }) => {
      const known = series.get(name);
      if (!known) return [`${of}: ${name}`];
      return labels.flatMap(({ label, value }) => {
        if (!known.some((each) => label in each)) return [`${of}: ${name}{${label}}`];
        if (label === 'event')
          return value
            .split('|')
            .filter((event) => !(event in events))
            .map((event) => `${of}: event ${event}`);
        return [];
      });
    }),
  );
  expect(unknown).toEqual([]);
  expect(queries.length).toBeGreaterThan(50);
  // What was done above is counted, on whichever process it arrived.
  const sum = (name: string, wanted: Readonly<Record<string, string>>) =>
    (series.get(name) ?? []).filter((labels) => Object.entries(wanted).every(([label, value]) => labels[label] === value)).length;
  expect(sum('butaca_events_total', { event: 'log-in', outcome: 'wrong_credentials' })).toBe(1);
  expect(sum('butaca_gateway_seconds_count', { provider: 'payway', asked: 'charge' })).toBe(1);
});
