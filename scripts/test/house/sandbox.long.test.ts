import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '../../ports.ts';
import { Product, workshops } from './product.ts';

const here = workshops();
/** A start of somebody who tries the product. */
const settings = { NODE_ENV: 'development', SMTP_URL: '' };

/** What a process was told. */
async function told(pid: number): Promise<Readonly<Record<string, string>>> {
  const text = await readFile(`/proc/${pid}/environ`, 'utf8');
  return Object.fromEntries(text.split('\0').map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

test('two copies that run side by side are paid by the wallets of their own sandbox, also beside a gateway of one’s own', async () => {
  const first = await here().start({ settings }).running();
  const dataDirectory = await mkdtemp(join(tmpdir(), 'butaca-house-'));
  const own = { ...settings, GATEWAY_URL: 'https://gateway.example/api/v2' };
  const copy = new Product({ dataDirectory, port: await freePort(), settings });
  try {
    await copy.running();
    const [one, two] = [await told(first.server()), await told(copy.server())];
    for (const { SANDBOX_URL, MERCADOPAGO_URL } of [one, two]) expect(MERCADOPAGO_URL).toBe(`${SANDBOX_URL}/mercadopago`);
    expect(one['SANDBOX_URL']).not.toBe(two['SANDBOX_URL']);
    await copy.stop();
    const again = await new Product({ dataDirectory, port: copy.port, settings: own }).running();
    try {
      const { GATEWAY_URL, MERCADOPAGO_URL, SANDBOX_URL } = await told(again.server());
      expect({ GATEWAY_URL, MERCADOPAGO_URL }).toEqual({ GATEWAY_URL: own.GATEWAY_URL, MERCADOPAGO_URL: `${SANDBOX_URL}/mercadopago` });
    } finally {
      await again.stop();
    }
  } finally {
    await copy.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  }
});

test('a copy of a brand has the season of the brand it was copied from when that is asked for', async () => {
  const brands = await mkdtemp(join(tmpdir(), 'butaca-brands-'));
  try {
    await cp(join(import.meta.dirname, '../../../brands/butaca'), join(brands, 'mine'), { recursive: true });
    const product = await here()
      .start({ settings: { ...settings, BRANDS_DIRECTORY: brands, BRAND: 'mine', DEMO: 'butaca' } })
      .running();
    expect(product.output).toContain('ana@correo.example');
    const answer = await fetch(`http://127.0.0.1:${product.port}/v2/EspectaculosCartel`);
    const { oData } = (await answer.json()) as { oData: { Lista: readonly object[] } };
    expect(oData.Lista.length).toBeGreaterThan(30);
  } finally {
    await rm(brands, { recursive: true, force: true });
  }
});
