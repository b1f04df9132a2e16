import type { LanguageCode } from '@butaca/brand/languages';
import { Refusal } from '@butaca/contract';
import { type CsvCell, csvFigure, csvOf } from '@butaca/contract/csv';
import type { Db } from '#db/connect';
import type { FileAnswer } from '#http/replies';
import { textsOf } from '../texts/index.ts';
import { documentName } from './documents/wording.ts';
import { fileWord } from './file-word.ts';
import { findPerformances } from './queries.ts';
import { type DoorListRow, findDoorList } from './queries-nominations.ts';
import { ticketNumber } from './ticket-code.ts';

const COLUMNS = [
  'list.lastName',
  'list.firstName',
  'list.document',
  'list.documentNumber',
  'sector',
  'row',
  'seat',
  'number',
  'list.asksDocument',
  'list.entered',
] as const;

/** The door's list of a performance, for a printer or a spreadsheet; `cannot_nominate` where its show asks for no names. */
export async function doorList(db: Db, performanceId: number, language: LanguageCode): Promise<FileAnswer> {
  const [performance] = await findPerformances(db, [performanceId]);
  if (!performance) throw new Refusal('not_found');
  if (!performance.nominations) throw new Refusal('cannot_nominate', { reason: 'show' });
  const rows = (await findDoorList(db, performanceId)).map((row) => cellsOf(row, language));
  const { tickets: t } = textsOf(language);
  const day = performance.startsAt.toZonedDateTimeISO(performance.timeZone).toPlainDate().toString();
  const bytes = Buffer.from(csvOf([COLUMNS.map((column) => t(column)), ...rows]));
  return { name: `${t('list.file')}-${fileWord(performance.showName)}-${day}.csv`, bytes };
}

/** Numbered rows and seats are sorted as numbers. */
const ordinal = (label: string): CsvCell => (/^[1-9]\d{0,5}$/.test(label) ? csvFigure(label) : label);

const cellsOf = (
  { id, sectorName, row, seat, isUsed, asksDocumentOf, firstName, lastName, documentType, documentNumber }: DoorListRow,
  language: LanguageCode,
): CsvCell[] => [
  lastName ?? '',
  firstName ?? '',
  documentType === null ? '' : documentName(documentType, language),
  documentNumber ?? '',
  sectorName,
  ordinal(row ?? ''),
  ordinal(seat ?? ''),
  ticketNumber(id),
  asksDocumentOf ?? '',
  isUsed ? textsOf(language).tickets('list.yes') : '',
];
