import type { FastifyInstance } from 'fastify';
import type { Db } from '../../src/db/connect.ts';
import { callsOf, loggedIn } from './customers.ts';
import type { Sale } from './purchase.ts';

/** A clerk at a counter, and the calls of its screens. */
export async function aCounter(db: Db, app: FastifyInstance) {
  const { token, email } = await loggedIn(app);
  const [clerk] = await db<{ id: string }[]>`update customer set role = 'box-office' where email = ${email} returning id`;
  const counter = counterOf(app, token);
  return {
    ...counter,
    customerId: clerk?.id ?? '',
    /** The same account at another place. */
    logInElsewhere: async () => counterOf(app, (await callsOf(app).logIn(email)).oData.token as string),
  };
}

let clicks = 0;

function counterOf(app: FastifyInstance, token: string) {
  const post = (path: string, body: object, { key = `counter-${++clicks}`, at = app } = {}) =>
    callsOf(at).send('POST', `/v2/Proceso/${path}`, body, token, key);
  return {
    token,
    post,
    get: (path: string, at = app) => callsOf(at).send('GET', path, undefined, token),
    /** Begins a sale with these places. */
    take: ({ performanceId }: Sale, places: readonly number[], options?: { key?: string; at?: FastifyInstance }) =>
      post('0/Posiciones/Tomar', { idFuncion: performanceId, aPosicion: places, ctProcess: 'BOX' }, options),
    /** Takes the money; amounts in minor units. */
    sell: (
      { id, total }: { id: string; total: number },
      { key, at, ...form }: { key?: string; at?: FastifyInstance } & Record<string, unknown> = {},
    ) =>
      post(
        `${id}/CobrarEfectivo`,
        { fTotal: total / 100, lAceptaTerminos: 'S', ...form },
        { ...(key ? { key } : {}), ...(at ? { at } : {}) },
      ),
  };
}
