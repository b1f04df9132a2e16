import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { LanguageCode } from '@butaca/brand/languages';
import { type AnswerOf, type DataExport, type listKeptCards, Refusal } from '@butaca/contract';
import { brandName } from '@butaca/contract/rules/card-brands';
import type { Db } from '#db/connect';
import { enqueue } from '#db/enqueue';
import { randomId } from '#db/random-id';
import type { FileAnswer } from '#http/replies';
import { textsOf } from '../../texts/index.ts';
import { lockCustomerIn, type OwnSession } from '../queries-account.ts';
import { inWords } from './export-words.ts';
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
type ReadKeptCards = (customerId: string) => Promise<AnswerOf<typeof listKeptCards>>;

export interface ExportDeps {
  readonly db: Db;
  readonly readKeptCards: ReadKeptCards;
  /** The brand's, for a customer whose own is not known. */
  readonly language: LanguageCode;
}

/**
 * The job: writes the file as everything is at one moment, with the cards that providers keep, and has it told by mail. Nothing happens
 * when it was made or erased meanwhile.
 */
export async function makeExport({ db, readKeptCards, language: ofBrand }: ExportDeps, id: string): Promise<void> {
  const pending = await pendingExport(db, id);
  if (!pending) return;
  const { customerId, language } = pending;
  const reader = language ?? ofBrand;
  const sections = await db.begin('isolation level repeatable read read only', (tx) => sectionsOf(tx, customerId));
  const everything = { ...sections, 'tarjetas guardadas': keptCardsOf(await readKeptCards(customerId), reader) };
  const content = await promisify(gzip)(JSON.stringify(inWords(everything, reader), null, 2));
  await db.begin(async (tx) => {
    if (await storeExport(tx, { id, content, days: DAYS_KEPT }))
      await enqueue(tx, 'tell-of-export', { exportId: id }, { key: `tell-of-export.${id}` });
  });
}

/** What a card's owner knows it by, and nothing that pays. */
const keptCardsOf = ({ cards, isPartial }: Awaited<ReturnType<ReadKeptCards>>, language: LanguageCode) => [
  ...cards.map(({ method, card: { brand = null, lastFour = null, expires = null } }) => ({
    ...{ 'guardada por': method, marca: brand && brandName(brand), 'últimos cuatro': lastFour, vencimiento: expires },
  })),
  ...(isPartial ? [{ aviso: textsOf(language).exported('cards.partial') }] : []),
];

/** `not_found` for another customer's, and for one that is not ready, or no longer kept. */
export async function findExport(
  db: Db,
  { language, ...own }: { readonly id: string; readonly customerId: string; readonly language: LanguageCode },
): Promise<FileAnswer> {
  const content = await exportContent(db, own);
  if (!content) throw new Refusal('not_found');
  return { name: `${textsOf(language).exported('file')}.json`, bytes: await promisify(gunzip)(content) };
}
