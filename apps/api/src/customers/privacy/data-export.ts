import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { type AnswerOf, type DataExport, type listKeptCards, Refusal } from '@butaca/contract';
import type { Db } from '#db/connect';
import { enqueue } from '#db/enqueue';
import { randomId } from '#db/random-id';
import type { FileAnswer } from '#http/replies';
import { lockCustomerIn, type OwnSession } from '../queries-account.ts';
import { sectionsOf } from './queries-export.ts';
import { exportContent, insertExport, latestExport, pendingExport, secondsUntilNextExport, storeExport } from './queries-privacy.ts';

/** A file is made by a job, because an account may have many orders. */
const HOURS_BETWEEN = 1;
/** How long a finished file is kept. */
const DAYS_KEPT = 7;

type ExportRow = NonNullable<Awaited<ReturnType<typeof latestExport>>>;

/** Asks for the file; one that is being prepared already is the same one. */
export const requestExport = (db: Db, session: OwnSession): Promise<DataExport> =>
  db.begin(async (tx) => {
    const { customerId } = session;
    await lockCustomerIn(tx, session);
    const latest = await latestExport(tx, customerId);
    if (latest && latest.madeAt === null) return presentExport(latest);
    const retryAfterSeconds = await secondsUntilNextExport(tx, customerId, HOURS_BETWEEN);
    if (retryAfterSeconds > 0) throw new Refusal('too_many_attempts', { retryAfterSeconds });
    const id = randomId();
    const added = await insertExport(tx, { id, customerId });
    await enqueue(tx, 'make-export', { exportId: id }, { key: `make-export.${id}` });
    return presentExport(added);
  });

export const presentExport = ({ id, requestedAt, madeAt, expiresAt }: ExportRow): DataExport => ({
  id,
  requestedAt,
  ...(madeAt === null ? {} : { madeAt }),
  ...(expiresAt === null ? {} : { expiresAt }),
});

/** A customer's cards as their providers tell of them now; `isPartial` when one gave no answer. */
export type ReadKeptCards = (customerId: string) => Promise<AnswerOf<typeof listKeptCards>>;

/**
 * The job: writes the file as everything is at one moment, with the cards that providers keep, and has it told by mail. Nothing happens
 * when it was made or erased meanwhile.
 */
export async function makeExport(db: Db, id: string, readKeptCards: ReadKeptCards): Promise<void> {
  const customerId = await pendingExport(db, id);
  if (customerId === undefined) return;
  const sections = await db.begin('isolation level repeatable read read only', (tx) => sectionsOf(tx, customerId));
  const everything = { ...sections, 'tarjetas guardadas': keptCardsOf(await readKeptCards(customerId)) };
  const content = await promisify(gzip)(JSON.stringify(everything, null, 2));
  await db.begin(async (tx) => {
    if (await storeExport(tx, { id, content, days: DAYS_KEPT }))
      await enqueue(tx, 'tell-of-export', { exportId: id }, { key: `tell-of-export.${id}` });
  });
}

/** What a card's owner knows it by, and nothing that pays. */
const keptCardsOf = ({ cards, isPartial }: Awaited<ReturnType<ReadKeptCards>>) => [
  ...cards.map(({ method, card: { brand = null, lastFour = null, expires = null } }) => ({
    ...{ 'guardada por': method, marca: brand, 'últimos cuatro': lastFour, vencimiento: expires },
  })),
  ...(isPartial ? [{ aviso: 'Un medio de pago no contestó cuando se hizo este archivo: puede haber más tarjetas.' }] : []),
];

/** `not_found` for another customer's, and for one that is not ready, or no longer kept. */
export async function findExport(db: Db, own: { readonly id: string; readonly customerId: string }): Promise<FileAnswer> {
  const content = await exportContent(db, own);
  if (!content) throw new Refusal('not_found');
  return { name: 'mis-datos.json', bytes: await promisify(gunzip)(content) };
}
