import { Agent, request } from 'node:http';
import { expect, test } from 'vitest';
import { freePorts } from '../../../scripts/ports.ts';
import { limit, sizeOf } from '../../../scripts/test/limits.ts';
import { freshDatabase } from './database.ts';
import { haveBigSale } from './factories/big-sale.ts';
import { haveBuyers } from './factories/customers.ts';
import { answering, startServer } from './running-product.ts';

const PROCESSES = 4;
const CLAIMS = sizeOf({ full: 100_000, short: 8000 });
/** The first half asks for two places, the second for one: exactly what the hall has, so that the last seat is contested too. */
const HALL = { sections: 4, rows: (CLAIMS * 1.5) / (4 * 50), seats: 50 };
const PURCHASES_OF_EACH = 3;
const AT_ONCE = 128;

/** On the wire, over connections that are kept: so many calls through a client would measure the client. Answers the nCode. */
function claim(agent: Agent, origin: string, { token, body, key }: { token: string; body: string; key: string }): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'idempotency-key': key,
    };
    const call = request(`${origin}/v2/Proceso/0/Posiciones/TomarGrupo`, { method: 'POST', agent, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve((JSON.parse(Buffer.concat(parts).toString()) as { nCode: number }).nCode));
    });
    call.on('error', reject);
    call.end(body);
  });
}

test(
  `${CLAIMS} claims of the best places at four processes: each is answered with places, until exactly the last one is held`,
  async () => {
    const { db, url, close } = await freshDatabase();
    const performanceId = await haveBigSale(db, HALL);
    const buyers = await haveBuyers(db, Math.ceil(CLAIMS / PURCHASES_OF_EACH));
    const ports = await freePorts(PROCESSES);
    // Cards are charged nowhere here.
    for (const port of ports) startServer({ PORT: String(port), DATABASE_URL: url, GATEWAY_URL: 'http://127.0.0.1:9' });
    const origins = ports.map((port) => `http://127.0.0.1:${port}`);
    for (const origin of origins) await answering(`${origin}/readyz`);

    const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE, scheduling: 'fifo' });
    const answers = new Map<number, number>();
    let next = 0;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let n = next++; n < CLAIMS; n = next++) {
          const body = JSON.stringify({ idFuncion: performanceId, listaSector: [{ nCantidad: n < CLAIMS / 2 ? 2 : 1 }] });
          const nCode = await claim(agent, origins[n % PROCESSES] as string, {
            token: buyers[n % buyers.length]?.token ?? '',
            body,
            key: `claim-${n + 1_000_000}`,
          });
          answers.set(nCode, (answers.get(nCode) ?? 0) + 1);
        }
      }),
    );
    agent.destroy();

    expect([...answers]).toEqual([[200, CLAIMS]]);
    const [held] = await db<{ places: number; purchases: number; holds: number }[]>`
    select count(*)::integer as places, count(distinct purchase_id)::integer as purchases,
           (select sum(cardinality(place_ids))::integer from hold) as holds
      from place where performance_id = ${performanceId} and state = 'held'`;
    const places = HALL.sections * HALL.rows * HALL.seats;
    expect(held).toEqual({ places, purchases: CLAIMS, holds: places });
    await close();
  },
  limit(900_000),
);
