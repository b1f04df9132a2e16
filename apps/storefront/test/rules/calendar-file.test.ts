import { loadBrand } from '@butaca/brand/load';
import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { worldContext } from '../../app/context.ts';
import { loader } from '../../app/seo/calendar.ts';
import { serverClient } from '../../server/world.ts';

const { brand, ...look } = await loadBrand('butaca');

const item = (id: number, showName: string, cSeo: string, venueId: number) => ({
  idFuncion: id,
  dFuncion: '2026-12-12T00:00:00Z',
  cEspectaculoNombre: showName,
  cSeo,
  idEstablecimiento: venueId,
  cEstablecimientoNombre: `Sala ${venueId}`,
  cDomicilio: 'Corrientes 1234, Buenos Aires',
});
const agenda: readonly (ReturnType<typeof item> & Readonly<Record<string, unknown>>)[] = [
  item(1, 'Hamlet', 'hamlet', 1),
  item(2, 'Hamlet', 'hamlet', 2),
  item(3, 'Otelo', 'otelo', 1),
  { ...item(4, 'Hamlet', 'hamlet', 1), nRevision: 3, dModificada: '2026-12-01T10:00:00Z', lCancelada: 'S' },
];
/** The whole agenda leaves out what is later than its limit; that of one show or venue does not. */
const MOST_OF_ALL = 3;
const shows = ['hamlet', 'otelo'].map((cSeo, index) => ({
  idEspectaculoCartel: index + 1,
  h: 'aaaaaaaaaaaaa',
  cSeo,
  cEspectaculoCartelNombre: cSeo,
}));

function answerTo(url: URL) {
  if (url.pathname === '/v2/EspectaculosCartel') return shows;
  const [showId, venueId] = ['idEspectaculoCartel', 'idEstablecimiento'].map((name) => url.searchParams.get(name));
  if (showId) return agenda.filter(({ cSeo }) => cSeo === shows[Number(showId) - 1]?.cSeo);
  if (venueId) return agenda.filter(({ idEstablecimiento }) => idEstablecimiento === Number(venueId));
  return agenda.slice(0, MOST_OF_ALL);
}

/** The lines of a calendar that name it and its events. */
async function calendarOf(params: Readonly<Record<string, string>>, named = /^(?:NAME|SUMMARY|LOCATION|URL)/) {
  const fetched = (async (url: string) =>
    Response.json({ nCode: 200, oData: { Lista: answerTo(new URL(url, 'https://butaca.example')) } })) as typeof fetch;
  const context = new RouterContextProvider();
  context.set(worldContext, {
    ...{ client: serverClient({ fetch: fetched, brand }), fetch: fetched },
    ...{ brand, look, publicOrigin: 'https://butaca.example' },
  });
  const answer = await loader({ context, params } as unknown as Parameters<typeof loader>[0]);
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  return (await answer.text()).split('\r\n').filter((line) => named.test(line));
}

test('a show has a calendar file of all its own dates, at whichever venue and however late', async () => {
  const lines = await calendarOf({ seo: 'hamlet' });
  expect(lines.filter((line) => line.startsWith('SUMMARY'))).toEqual(Array(3).fill('SUMMARY:Hamlet'));
  expect(lines.filter((line) => line.startsWith('URL'))).toEqual(Array(3).fill('URL:https://butaca.example/landing/hamlet'));
  expect(lines.join()).toContain(`Hamlet · ${brand.name}`);
});

test('a venue has that of all that plays there, and the billboard that of the next dates of all', async () => {
  const summaries = async (params: Readonly<Record<string, string>>) =>
    (await calendarOf(params)).filter((line) => line.startsWith('SUMMARY'));
  expect(await summaries({ venueId: '1' })).toEqual(['SUMMARY:Hamlet', 'SUMMARY:Otelo', 'SUMMARY:Hamlet']);
  expect(await summaries({})).toHaveLength(MOST_OF_ALL);
});

test('a show that is not listed has no calendar', async () => {
  await expect(calendarOf({ seo: 'macbeth' })).rejects.toMatchObject({ status: 404 });
});

test('an event says how often it has changed, when, and that it is off, so that a program which has it takes it over', async () => {
  const lines = await calendarOf({ seo: 'hamlet' }, /^(?:UID|SEQUENCE|LAST-MODIFIED|STATUS)/);
  expect(lines).toEqual([
    ...['UID:funcion.1@butaca.example', 'SEQUENCE:0', 'STATUS:CONFIRMED'],
    ...['UID:funcion.2@butaca.example', 'SEQUENCE:0', 'STATUS:CONFIRMED'],
    ...['UID:funcion.4@butaca.example', 'SEQUENCE:2', 'LAST-MODIFIED:20261201T100000Z', 'STATUS:CANCELLED'],
  ]);
});
