import { cardDigits } from '@butaca/contract/rules/card';
import { brandOf } from '@butaca/contract/rules/card-brands';

const UNKNOWN_BRAND = { groups: [4, 4, 4, 4, 3], numberLengths: [19] };

const digitsIn = (text: string) => text.replace(/\D/g, '').length;

/** `4507 9900 0000 4905`: the digits in the groups of their brand; other characters are dropped, surplus digits are cut. */
export function groupedNumber(typed: string): string {
  const digits = cardDigits(typed).replace(/\D/g, '');
  const { groups, numberLengths } = brandOf(digits) ?? UNKNOWN_BRAND;
  const kept = digits.slice(0, Math.max(...numberLengths));
  const parts: string[] = [];
  let at = 0;
  for (const size of groups) {
    if (at >= kept.length) break;
    parts.push(kept.slice(at, at + size));
    at += size;
  }
  return parts.join(' ');
}

/** `08/30` while it is typed or pasted in any of the ways that people write it. */
export function writtenExpiry(typed: string): string {
  const whole = /^\s*(\d{1,2})\s*[/.\s-]\s*(?:20)?(\d{2})\s*$/.exec(typed) ?? /^\s*(\d{2})20(\d{2})\s*$/.exec(typed);
  if (whole) return `${whole[1]?.padStart(2, '0')}/${whole[2]}`;
  const slash = /^\s*(\d)\s*\/\s*(\d*)/.exec(typed);
  const digits = slash ? `0${slash[1]}${slash[2]}` : typed.replace(/\D/g, '');
  // 2 to 9 can only be a month of one digit.
  const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits;
  if (padded.length < 2) return padded;
  return padded.length === 2 && !slash && !/\/\s*$/.test(typed) ? padded : `${padded.slice(0, 2)}/${padded.slice(2, 4)}`;
}

/** Where the caret belongs after writing: behind the same digit as before. */
export function caretAfter(written: string, before: { text: string; caret: number }): number {
  let left = digitsIn(before.text.slice(0, before.caret));
  // At the end of what was typed it stays at the end, behind a sign that came with the writing too.
  if (before.caret === before.text.length) return written.length;
  let at = 0;
  while (left > 0 && at < written.length) {
    if (/\d/.test(written[at] ?? '')) left--;
    at++;
  }
  return at;
}

/** Writes an input anew as it is typed, without moving the caret off its digit; deleting takes a digit, never only a sign. */
export function rewrite(input: HTMLInputElement, write: (typed: string) => string) {
  const before = { text: input.value, caret: input.selectionStart ?? input.value.length };
  const written = write(before.text);
  if (written === before.text) return;
  input.value = written;
  if (document.activeElement !== input) return;
  const caret = caretAfter(written, before);
  input.setSelectionRange(caret, caret);
}
