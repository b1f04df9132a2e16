import { type Challenge, isSolved } from '@butaca/fair-queue';
import type { FastifyInstance } from 'fastify';
import { ClaimTimes, Leader, type QueueStock } from '../../src/waiting-room/index.ts';
import { type Opening, openWaitingRoom, usualKnobs } from '../../src/waiting-room/open-room.ts';

/** Opens the waiting room of a performance: at once, with room for everybody, unless the test says otherwise. */
export const aRoom = ({ waitingRooms }: FastifyInstance, performanceId: number, given: Partial<Opening> = {}) =>
  openWaitingRoom(waitingRooms, { ...usualKnobs, startsAt: null, standsBy: false, performanceId, ...given });

/** The leader of an app's rooms, whose seconds the test makes pass; by default there are places without end. */
export function aLeader({ waitingRooms, watch }: FastifyInstance, stock: QueueStock | null = { places: 100_000, free: 100_000, held: 0 }) {
  // Not the app's own: how slow a test machine is decides nothing.
  const times = new ClaimTimes();
  const state = { stock, now: 0 };
  const leader = new Leader({ rooms: waitingRooms, times, stockOf: async () => state.stock, watch, now: () => state.now });
  return {
    leader,
    times,
    /** What is left from now on. */
    setStock(left: QueueStock | null) {
      state.stock = left;
    },
    /** So many seconds, each with a reading of the rooms after it. */
    async ticks(count = 1) {
      for (let tick = 0; tick < count; tick++) {
        state.now += 1000;
        await leader.tick();
        await waitingRooms.read();
      }
    },
  };
}

interface State {
  readonly redirect_url: string;
  readonly oNumero?: { readonly ctFila: string; readonly nNumero: number; readonly cGrupo: string };
  readonly ctImpedimento?: string;
  readonly oDesafio?: { readonly cTexto: string; readonly nBits: number };
  readonly lTurnoVencido?: boolean;
}

interface Turn {
  readonly redirect_url: string;
  readonly cPase?: string;
  readonly dPaseHasta?: string;
}

/** A browser at the queue host, with its cookies; `token` is that of somebody who is logged in. */
export function aWaiter(app: FastifyInstance, { token, ip = '203.0.113.7' }: { token?: string; ip?: string } = {}) {
  const jar = new Map<string, string>();
  const ask = async <Answer>(method: 'GET' | 'POST', url: string, payload?: object): Promise<{ status: number; body: Answer }> => {
    const response = await app.inject({
      method,
      url,
      remoteAddress: ip,
      cookies: Object.fromEntries(jar),
      headers: token ? { authorization: `Bearer ${token}` } : {},
      ...(payload ? { payload } : {}),
    });
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0) jar.delete(name);
      else jar.set(name, value);
    }
    return { status: response.statusCode, body: response.json() as Answer };
  };
  return {
    jar,
    look: async (id: number) => (await ask<State>('GET', `/cola/${id}?e1group=DNC&t=1`)).body,
    resume: async (id: number, mail = '') => (await ask<State>('GET', `/cola/${id}?t=1&u=${mail}`)).body,
    /** As the waiting page does it: the work that is asked for, and then the number. */
    async join(id: number, form: object = {}): Promise<State> {
      const { body } = await ask<State>('POST', `/cola/${id}`, form);
      if (!body.oDesafio) return body;
      const oTrabajo = { cTexto: body.oDesafio.cTexto, nContador: solved({ text: body.oDesafio.cTexto, bits: body.oDesafio.nBits }) };
      return (await ask<State>('POST', `/cola/${id}`, { ...form, oTrabajo })).body;
    },
    post: <Answer>(url: string, payload: object) => ask<Answer>('POST', url, payload),
    turn: async (id: number) => (await ask<Turn>('POST', '/cola/turn', { idFuncion: id })).body,
    leave: async (id: number) => (await ask('GET', `/cola/delete/${id}?e1group=DNC&t=1`)).status,
  };
}

export function solved(challenge: Challenge): number {
  let counter = 0;
  while (!isSolved(challenge, counter)) counter++;
  return counter;
}
