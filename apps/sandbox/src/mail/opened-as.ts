import type { ReceivedMail } from './inbox.ts';

/** How a browser may show an attachment without running anything of it; undefined for what is only downloaded. */
export function openedAs({ mediaType }: ReceivedMail['attachments'][number]): string | undefined {
  if (mediaType === 'application/pdf') return mediaType;
  if (mediaType === 'text/calendar' || mediaType === 'text/plain') return 'text/plain; charset=utf-8';
  return undefined;
}
