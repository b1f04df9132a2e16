import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LanguageCode } from '@butaca/brand/languages';
import { loadBrand } from '@butaca/brand/load';
import type { QueueState } from '@butaca/contract';
import { commitmentOf, type Draw, isSolved, type Proof, type QueueDocument, seedOf } from '@butaca/fair-queue';
import type { BrowserContext, Route } from '@playwright/test';
import { contentSecurityPolicy } from '../../apps/api/src/http/content-security.ts';
import { builtWaitingPage, type WaitingRoomPage } from '../../apps/waiting-room/server/index.ts';

export const PERFORMANCE = 4711;
export const WAITING_PAGE = `/fila?qid=${PERFORMANCE}`;
export const SIMPLE_PAGE = `/fila/${PERFORMANCE}/simple`;
export const DRAW_PAGE = `/fila/${PERFORMANCE}/sorteo`;

const SECRET = '5e'.repeat(32);
const CHALLENGE = { text: 'butaca-work-1', bits: 8 };
const startedAt = Date.now();
/** Longer ago than a turn is kept. */
const joinedAt = startedAt - 700_000;

/** A room whose document says what a test wants; its clock runs. */
const roomOf = (more: Partial<QueueDocument>): QueueDocument => ({
  version: 1,
  performanceId: PERFORMANCE,
  epoch: 1,
  phase: 'active',
  title: 'Los caminos de la noche · sábado 21 de noviembre, 21:00 · Teatro del Pasaje',
  startsAt: startedAt - 60_000,
  lanes: {
    priority: { issued: 0, serving: 0, lapsed: 0 },
    general: { issued: 5200, serving: 0, lapsed: 0 },
    late: { issued: 0, serving: 0, lapsed: 0 },
  },
  drawn: null,
  commitment: commitmentOf(SECRET),
  demoted: [],
  demotedNumbers: 0,
  perMinute: 180,
  graceSeconds: 600,
  passMinutes: 10,
  stock: 'plenty',
  message: { es: '' },
  onePerAccount: false,
  takesCodes: false,
  accessibleLane: false,
  askAgain: [[null, 1]],
  serverNow: Date.now(),
  revision: '1',
  ...more,
});

/** Everything of the queue host that a browser meets, in place of the real one; a test changes it while the page waits. */
export interface FakeHost {
  room: QueueDocument;
  /** What joining answers until the visitor has a number. */
  obstacle: QueueState['obstacle'] | null;
  /** The visitor's number, as if it stood in their cookie. */
  number: number | null;
  isTurnOver: boolean;
  /** What a turn request answers. */
  redirectUrl: string;
  isDown: boolean;
  /** How much later it is there than here: what passes while a device sleeps. */
  aheadMs: number;
  readonly asked: { documents: number; joins: number; turns: number; leaves: number };
  /** The visitor is placed so that so many people are before them. */
  peopleBefore(count: number, more?: Partial<QueueDocument>): void;
  change(more: Partial<QueueDocument>): void;
}

interface Options {
  readonly brand?: string;
  readonly language?: LanguageCode;
}

/** Puts the built page, and a queue host that a test plays, before the given browser. */
export async function playQueueHost(context: BrowserContext, { brand: name = 'butaca', language = 'es' }: Options = {}): Promise<FakeHost> {
  const { brand, ...look } = await loadBrand(name);
  const pages = await builtWaitingPage({ brand, look });
  // Drawn without numbers: each of them waits in the order of arrival, so that a test can say how many are before one.
  const draw: Draw = { performanceId: PERFORMANCE, epoch: 1, counts: { priority: 0, general: 0, late: 0 } };
  const drawn = { seed: seedOf(SECRET, draw), counts: draw.counts };
  const host: FakeHost = {
    room: roomOf({ drawn }),
    obstacle: null,
    number: null,
    isTurnOver: false,
    redirectUrl: '/funcion/4711',
    isDown: false,
    aheadMs: 0,
    asked: { documents: 0, joins: 0, turns: 0, leaves: 0 },
    peopleBefore(count, more = {}) {
      const { general } = host.room.lanes;
      const serving = (host.number ?? NEXT) - count;
      host.change({ ...more, drawn, lanes: { ...host.room.lanes, general: { ...general, serving } } });
    },
    change(more) {
      host.room = { ...host.room, ...more };
    },
  };
  const roomNow = (): QueueDocument => ({ ...host.room, serverNow: Date.now() + host.aheadMs });
  const json = (route: Route, body: unknown) => route.fulfill({ json: body, headers: { 'cache-control': 'no-store' } });

  const stateNow = () => ({
    redirect_url: '',
    ...(host.number === null
      ? {}
      : {
          oNumero: {
            ctFila: 'GENERAL',
            nNumero: host.number,
            cGrupo: 'ab12cd34',
            nVez: host.room.epoch,
            dDesde: new Date(joinedAt).toISOString(),
            lAccesible: false,
          },
        }),
    ...(host.isTurnOver ? { lTurnoVencido: true } : {}),
  });

  function answerJoin(route: Route) {
    host.asked.joins += 1;
    const request = (route.request().postDataJSON() ?? {}) as { oTrabajo?: { cTexto: string; nContador: number }; cCodigo?: string };
    if (request.cCodigo !== undefined) return json(route, { ...stateNow(), ctImpedimento: 'CODIGO' });
    const { obstacle } = host;
    if (host.number !== null || obstacle === null) {
      host.number ??= NEXT;
      return json(route, stateNow());
    }
    if (obstacle !== 'work') return json(route, { redirect_url: '', ctImpedimento: OBSTACLES[obstacle ?? 'closed'] });
    if (request.oTrabajo && isSolved(CHALLENGE, request.oTrabajo.nContador)) {
      host.number = NEXT;
      return json(route, stateNow());
    }
    return json(route, { redirect_url: '', ctImpedimento: 'TRABAJO', oDesafio: { cTexto: CHALLENGE.text, nBits: CHALLENGE.bits } });
  }

  function proof(): Proof {
    const { performanceId, epoch } = host.room;
    const counts = { priority: 0, general: 5200, late: 0 };
    const seed = seedOf(SECRET, { performanceId, epoch, counts });
    return { version: 1, performanceId, epoch, commitment: host.room.commitment, secret: SECRET, seed, counts };
  }

  const send = async (route: Route, page: Promise<WaitingRoomPage>) => {
    const { html, scripts, styles } = await page;
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': contentSecurityPolicy({ scripts, styles }) };
    await route.fulfill({ body: html, headers });
  };

  await context.route('**/fila?**', (route) => send(route, pages.page({ performanceId: PERFORMANCE, language, document: roomNow() })));
  await context.route(`**${DRAW_PAGE}`, (route) => send(route, pages.drawPage({ performanceId: PERFORMANCE, language })));
  await context.route(`**${SIMPLE_PAGE}*`, (route) => {
    const press = new URLSearchParams(route.request().postData() ?? '').get('accion');
    if (press === 'sumar') host.number = NEXT;
    if (press === 'dejar') host.number = null;
    const number = host.number;
    const state: QueueState | null =
      number === null
        ? null
        : {
            redirectUrl: '',
            number: { lane: 'general', number, group: 'ab12cd34', epoch: host.room.epoch, joinedAt, accessible: false },
          };
    return send(route, pages.plainPage({ performanceId: PERFORMANCE, language, document: roomNow(), state }));
  });
  await context.route('**/fila/assets/*', async (route) => {
    const file = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
    await route.fulfill({
      body: await readFile(join(pages.assetsDirectory, file)),
      contentType: MEDIA_TYPES[file.split('.').at(-1) ?? ''] ?? '',
    });
  });
  await context.route('**/cola/**', (route) => {
    if (host.isDown) return route.abort('connectionfailed');
    const { pathname } = new URL(route.request().url());
    if (pathname === `/cola/${PERFORMANCE}.json`) {
      host.asked.documents += 1;
      return json(route, roomNow());
    }
    if (pathname === `/cola/${PERFORMANCE}/prueba.json`) return json(route, proof());
    if (pathname === '/cola/turn') {
      host.asked.turns += 1;
      return json(route, { redirect_url: host.redirectUrl });
    }
    if (pathname.startsWith('/cola/delete/')) {
      host.asked.leaves += 1;
      host.number = null;
      return json(route, {});
    }
    return answerJoin(route);
  });
  return host;
}

/** Of the visitor, who comes as the latest of many. */
const NEXT = 5199;
const OBSTACLES = { work: 'TRABAJO', login: 'LOGIN', code: 'CODIGO', closed: 'CERRADA' } as const;
const MEDIA_TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css', woff2: 'font/woff2' };
