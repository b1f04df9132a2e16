import type { LanguageCode } from '@butaca/brand/languages';
import type { QueueDocument } from '@butaca/fair-queue';

/** The show, and what follows it: date and venue, where the title parts them with a middle dot. */
export function titleParts({ title }: Pick<QueueDocument, 'title'>): { readonly show: string; readonly rest: string } {
  const [show = '', ...rest] = title.split(' · ');
  return { show, rest: rest.join(' · ') };
}

/** What the organiser says, in the visitor's language or else in any. */
export const messageOf = ({ message }: Pick<QueueDocument, 'message'>, language: LanguageCode): string =>
  message[language] || Object.values(message).find((text) => text !== '') || '';
