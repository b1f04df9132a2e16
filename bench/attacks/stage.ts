import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Db } from '../../apps/api/src/db/connect.ts';
import { aCharge, aLevel } from '../../apps/api/test/factories/catalogue.ts';
import { SECRET } from '../../apps/api/test/factories/customers.ts';
import { haveSales } from '../../apps/api/test/factories/purchase.ts';
import { startPostgres } from '../../scripts/postgres/start.ts';
import { startProduct, startSandbox } from '../product.ts';

export interface Stage {
  readonly origin: string;
  /** Of the sandbox's card gateway. */
  readonly gateway: string;
  readonly db: Db;
  /** With 1,240 seats at a price, one for each attack that needs a hall of its own. */
  readonly halls: readonly number[];
  /** With 360 seats that cost nothing. */
  readonly free: number;
  /** Sixty more performances with 80 seats each. */
  readonly season: readonly number[];
  readonly stop: () => Promise<void>;
}

const HALLS = 3;
const SEASON = 60;

/** The product as it is shipped, captcha included, on a database of its own. */
export async function setStage(): Promise<Stage> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'butaca-attacks-'));
  const postgres = await startPostgres({ dataDirectory, settings: { shared_buffers: '256MB', max_connections: '100' } });
  const admin = connect(postgres.urlOf('postgres'), { connections: 1 });
  await admin`create database butaca`;
  await admin.end();
  const sandbox = await startSandbox();
  const gateway = `${sandbox.origin}/gateway/api/v2`;
  const product = await startProduct({ DATABASE_URL: postgres.urlOf('butaca'), SECRET, GATEWAY_URL: gateway });
  const db = connect(postgres.urlOf('butaca'), { connections: 4, applicationName: 'butaca-attacks' });
  const free = {
    rows: 36,
    levels: [aLevel({ faceValue: 0 })],
    charges: [aCharge(), aCharge({ kind: 'anti_fraud_qr', percent: 0, fixed: 0 })],
  };
  await haveSales(db, [
    ...Array.from({ length: HALLS }, () => ({ rows: 124 })),
    free,
    ...Array.from({ length: SEASON }, () => ({ rows: 8 })),
  ]);
  // The factory takes a network's share away; these shows have the brand's limits.
  await db`update show set newcomers_per_network = null`;
  // Beside those of the demo.
  const own = await db<{ id: number }[]>`
    select performance.id from performance join venue on venue.id = venue_id where venue.seo ~ '^teatro-[0-9]+$' order by length(venue.seo), venue.seo`;
  const ids = own.map(({ id }) => id);
  return {
    origin: product.origin,
    gateway,
    db,
    halls: ids.slice(0, HALLS),
    free: ids[HALLS] ?? 0,
    season: ids.slice(HALLS + 1),
    stop: async () => {
      await db.end({ timeout: 5 });
      await product.stop();
      sandbox.stop();
      await postgres.stop();
      await rm(dataDirectory, { recursive: true, force: true });
      await rm(postgres.home, { recursive: true, force: true });
    },
  };
}

/** Card tokens of the sandbox's gateway. */
export async function cardTokens(gateway: string, count: number): Promise<string[]> {
  const card = {
    card_number: '4507990000004905',
    card_expiration_month: '08',
    card_expiration_year: '40',
    security_code: '123',
    card_holder_name: 'JULIA PAREDES',
    card_holder_identification: { type: 'dni', number: '30123456' },
  };
  const headers = { apikey: 'sandbox-public-key', 'content-type': 'application/json' };
  const tokens: string[] = [];
  while (tokens.length < count) {
    const answer = await fetch(`${gateway}/tokens`, { method: 'POST', headers, body: JSON.stringify(card) });
    tokens.push(((await answer.json()) as { id: string }).id);
  }
  return tokens;
}
