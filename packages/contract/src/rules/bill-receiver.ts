import type { BillReceiver } from '../bill.ts';
import { documentProblem, normalDocument } from './person.ts';

const WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];
/** Of people, and of companies. */
const PREFIXES = new Set(['20', '23', '24', '25', '26', '27', '30', '33', '34']);

/** Whether a CUIT or CUIL of 11 digits has a known prefix and its own check digit (weights 5 4 3 2 7 6 5 4 3 2, modulo 11). */
export function isTaxId(typed: string): boolean {
  const digits = normalDocument(typed);
  if (!/^\d{11}$/.test(digits) || !PREFIXES.has(digits.slice(0, 2))) return false;
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  const check = (11 - (sum % 11)) % 11;
  return check === Number(digits[10]);
}

/** `20-26756539-3`, as it is printed. */
export const formatTaxId = (digits: string): string => `${digits.slice(0, 2)}-${digits.slice(2, 10)}-${digits.slice(10)}`;

/** What the tax office is told of a document's number. */
export const documentDigits = (typed: string): string => typed.replace(/\D/g, '');

/** Documents by which the tax office knows a final consumer. */
const KNOWN = new Set(['dni', 'cuit', 'cuil', 'passport', 'foreign_ci', 'migration_certificate']);

type ReceiverProblem =
  | 'missing'
  | 'invalid'
  | 'too_low'
  | 'too_high'
  | 'too_short'
  | 'too_long'
  | 'no_digits'
  | 'check_digit'
  | 'needs_cuit'
  | 'unknown_type';

/** What is wrong with whom a bill is to be made out to, by field; nothing where the tax office will take it. */
export function receiverProblems({
  condition,
  documentType,
  documentNumber,
}: Pick<BillReceiver, 'condition' | 'documentType' | 'documentNumber'>): Partial<
  Record<'documentType' | 'documentNumber', ReceiverProblem>
> {
  if (condition !== 'final_consumer' && documentType !== 'cuit') return { documentType: 'needs_cuit' };
  if (!KNOWN.has(documentType)) return { documentType: 'unknown_type' };
  const problem = documentProblem(documentType, documentNumber);
  if (problem !== null) return { documentNumber: problem };
  // The tax office's field is a number: letters of a passport are left out.
  if (documentDigits(documentNumber) === '') return { documentNumber: 'no_digits' };
  const isTax = documentType === 'cuit' || documentType === 'cuil';
  return isTax && !isTaxId(documentNumber) ? { documentNumber: 'check_digit' } : {};
}
