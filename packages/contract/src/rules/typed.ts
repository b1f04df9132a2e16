/**
 * What people type or paste, without the signs that they cannot see. Contacts, chats, calendars and PDFs put direction marks, soft hyphens,
 * zero-width and no-break spaces around what they show; each form and each call reads text through one of these, before it judges.
 */

/** In an identifier nothing invisible means anything: format characters, and what Unicode lets a renderer ignore. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** No-break, narrow, figure and ideographic spaces. */
const SPACE = /\p{Zs}/gu;
/** Of text in any language: direction marks and isolates, soft hyphen, zero-width space, word joiner, byte order mark. */
const UNSEEN_IN_TEXT = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/gu;
/**
 * The zero-width joiners, where nothing joins: at the ends, and after letters of scripts that do not need them. Persian, the languages of
 * India and emoji are written with them.
 */
const NEEDLESS_JOINER =
  /(^|[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}\p{P}\s]|[\u0300-\u036f])[\u200c\u200d]+|[\u200c\u200d]+$/gu;
/** Hyphens, dashes of every length, the minus sign and their fullwidth forms. */
const DASH = /[\p{Dash_Punctuation}\u2212]/gu;

/** A phone, document, code or number: nothing invisible, every space and dash the one of the keyboard. */
export const typedIdentifier = (typed: string): string => typed.replace(INVISIBLE, '').replace(SPACE, ' ').replace(DASH, '-').trim();

/** A name or a text: as it reads, in composed letters. Line ends stay. */
export const typedText = (typed: string): string =>
  typed.replace(UNSEEN_IN_TEXT, '').replace(SPACE, ' ').replace(NEEDLESS_JOINER, '$1').normalize('NFC').trim();
