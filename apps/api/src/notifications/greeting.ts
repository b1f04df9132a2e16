import { nameProblem } from '@butaca/contract';
import { type Sender, wordsOf } from './sender.ts';

/** Longer ones are sentences more often than names. */
const LONGEST = 40;
const MOST_WORDS = 6;

/**
 * A name as mails show it, or null for a text that is none: a stranger signs up with somebody else's address and chooses the name that
 * we write to it. Accounts that are older than the rules of the form are held to them here.
 */
function shownName(name: string): string | null {
  const plain = name.replace(/\s+/gu, ' ').trim();
  if (nameProblem(plain) !== null || plain.length > LONGEST || plain.split(' ').length > MOST_WORDS) return null;
  return plain;
}

/** `Hola, Julia`, or `Hola`. */
export const greetingOf = (firstName: string, sender: Pick<Sender, 'locale'>): string => {
  const name = shownName(firstName);
  return name === null ? wordsOf(sender)('greeting.unnamed') : wordsOf(sender)('greeting', { name });
};

/** What inboxes show instead of the address; empty when there is no name to show. */
export const recipientOf = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  [shownName(firstName), shownName(lastName)].filter(Boolean).join(' ');
