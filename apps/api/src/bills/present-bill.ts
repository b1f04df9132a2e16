import type { Bill, OfficeBill } from '@butaca/contract';
import { type AuthorisedRow, type BillRow, isAuthorised } from './queries.ts';

/** A bill as its buyer sees it: what is not authorised yet is pending, whatever the reason. */
export function presentBill(row: BillRow): Bill {
  const { id, kind, amount } = row;
  return { id, kind, amount, ...(isAuthorised(row) ? { state: 'authorised', ...identityOf(row) } : { state: 'pending' }) };
}

/** The same for staff, who see what was refused and why. */
export function presentOfficeBill(row: BillRow): OfficeBill {
  const { state, requestedAt, checkAt, tries, problems, document } = row;
  return {
    ...presentBill(row),
    ...(state === 'refused' ? { state } : {}),
    requestedAt: requestedAt.epochMilliseconds,
    ...(checkAt === null ? {} : { nextTryAt: checkAt.epochMilliseconds }),
    tries,
    problems: [...problems],
    ...(document ? { receiver: document.receiverText } : {}),
  };
}

function identityOf({ document, number, issuedOn, authorisation, authorisationExpires }: AuthorisedRow) {
  const { letter, pointOfSale } = document;
  return {
    reference: billNumber({ letter, pointOfSale, number }),
    ...{ pointOfSale, receiptNumber: number, cae: authorisation, caeExpiresOn: authorisationExpires, issuedOn },
  };
}

/** As people quote it: `B 00005-00000012`. */
export const billNumber = ({ letter, pointOfSale, number }: { letter: string; pointOfSale: number; number: number }): string =>
  `${letter} ${String(pointOfSale).padStart(5, '0')}-${String(number).padStart(8, '0')}`.trim();
