import { Refusal } from '@butaca/contract';
import type { Db } from '#db/connect';
import type { FileAnswer } from '#http/replies';
import { documentNames, words } from './documents/wording.ts';
import { fileWord } from './file-word.ts';
import { findPerformances } from './queries.ts';
import { type DoorListRow, findDoorList } from './queries-nominations.ts';
import { ticketNumber } from './ticket-code.ts';

const columns = ['Apellido', 'Nombre', 'Documento', 'Número de documento', words.sector, words.row, words.seat, words.number, 'Ingresó'];

/** The door's list of a performance, for a printer or a spreadsheet; `cannot_nominate` where its show asks for no names. */
export async function doorList(db: Db, performanceId: number): Promise<FileAnswer> {
  const [performance] = await findPerformances(db, [performanceId]);
  if (!performance) throw new Refusal('not_found');
  if (!performance.nominations) throw new Refusal('cannot_nominate', { reason: 'show' });
  const rows = (await findDoorList(db, performanceId)).map(cellsOf);
  const day = performance.startsAt.toZonedDateTimeISO(performance.timeZone).toPlainDate().toString();
  // With a mark, so that spreadsheets read its letters.
  const text = `\uFEFF${[columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
  return { name: `lista-de-puerta-${fileWord(performance.showName)}-${day}.csv`, bytes: Buffer.from(text) };
}

const cellsOf = ({ id, sectorName, row, seat, isUsed, firstName, lastName, documentType, documentNumber }: DoorListRow): string[] => [
  lastName ?? '',
  firstName ?? '',
  documentType === null ? '' : documentNames[documentType],
  documentNumber ?? '',
  sectorName,
  row ?? '',
  seat ?? '',
  ticketNumber(id),
  isUsed ? 'Sí' : '',
];

/** RFC 4180. What a spreadsheet would take for a formula gets an apostrophe before it: names are typed by people. */
const cell = (text: string): string => {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
};
