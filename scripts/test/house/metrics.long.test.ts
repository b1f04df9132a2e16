import { expect, test, vi } from 'vitest';
import { freePort } from '../../ports.ts';
import { limit } from '../limits.ts';
import { workshops } from './product.ts';

const here = workshops();

const textOf = async (url: string) => {
  const response = await fetch(url).catch(() => null);
  return { status: response?.status ?? 0, text: (await response?.text()) ?? '' };
};

/** Where the balancer leads: each of these was the way to the numbers once, or looks like it. */
const publicPaths = ['/metrics', '/metrics/', '//metrics', '/%6Detrics', '/metrics?x=1', '/METRICS'];

test('numbers are not on the public port, however they are asked for', async () => {
  const product = await here().start().running();
  for (const path of publicPaths) {
    const { status, text } = await textOf(`http://127.0.0.1:${product.port}${path}`);
    expect({ path, status }).toEqual({ path, status: 404 });
    expect(text).not.toContain('butaca_');
  }
});

test('several processes answer for all of them on one port of their own; the worker has the next one', async () => {
  const port = await freePort();
  const product = await here()
    .start({ settings: { WEB_CONCURRENCY: '2', METRICS_PORT: String(port) } })
    .running();
  await vi.waitFor(() => expect(product.output).toContain('all processes serve'), { timeout: limit(60_000), interval: 50 });
  const { text } = await textOf(`http://127.0.0.1:${port}/metrics`);
  for (const number of ['1', '2']) {
    expect(text).toContain(`butaca_process_serving{number="${number}",process="keeper"} 1`);
    expect(text).toContain(`butaca_process_answers{number="${number}",process="keeper"} 1`);
    expect(text).toMatch(new RegExp(`^process_resident_memory_bytes\\{process="${number}"\\} \\d`, 'm'));
  }
  // Each metric stands once, or Prometheus refuses all of them.
  const heads = [...text.matchAll(/^# HELP (\S+)/gm)].map(([, name]) => name);
  expect(heads).toHaveLength(new Set(heads).size);
  expect(await textOf(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 404 });
  // The servers do not wait for the worker.
  await vi.waitFor(async () => expect((await textOf(`http://127.0.0.1:${port + 1}/metrics`)).text).toContain('process="worker"'), {
    timeout: limit(60_000),
    interval: 50,
  });
});
