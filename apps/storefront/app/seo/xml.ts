import { escapeUTF8 } from 'entities';

/** A text as the content of an XML element, without the control characters that XML has no way to write. */
export const escaped = (text: string): string => escapeUTF8(text.replace(/[^\P{Cc}\t\n\r]/gu, ''));
