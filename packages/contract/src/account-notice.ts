import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { Instant, Text, TypedIdentifier, wireEnum, YesNo } from './scalars.ts';
import { wireObject } from './wire.ts';

const LINK_LENGTH = 200;
/** What the mail about a new passkey, device or address brings: it names that one thing and ends it, and does nothing else. */
const MailedLink = wireObject({ link: ['cEnlace', TypedIdentifier(LINK_LENGTH)] });

export const NoticedKind = wireEnum({ passkey: 'LLAVE', device: 'DISPOSITIVO', address: 'DOMICILIO' });
export type NoticedKind = z.output<typeof NoticedKind>;

const AccountNotice = wireObject({
  kind: ['ctTipo', NoticedKind],
  /** As its owner named it, cut and without what could be a link; a remembered device has none. */
  name: ['cNombre', z.optional(Text)],
  /** In which it was added. */
  browser: ['cNavegador', z.optional(Text)],
  addedAt: ['dAlta', Instant],
  /** Nothing is left to end: it was ended by this link, or the address was removed in the account. */
  isGone: ['lTerminado', YesNo],
  /** False for a passkey that was removed in the account: what it opened is still ended. Left out by the version before. */
  isThere: ['lExiste', z.optional(YesNo)],
});
export type AccountNotice = z.output<typeof AccountNotice>;

/** A POST, because the link is in no address. */
export const readNotice = {
  method: 'POST',
  path: '/v2/Cliente/Aviso/Leer',
  access: 'anonymous',
  summary: 'What a link of a mail about a new passkey, device or address would end; changes nothing',
  body: MailedLink,
  refuses: ['link_over'],
  answer: AccountNotice,
} as const satisfies Endpoint;

export const endNoticed = {
  method: 'POST',
  path: '/v2/Cliente/Aviso/Terminar',
  access: 'anonymous',
  summary:
    'End the passkey, device or address that the link of a mail names, within 30 days: a passkey with all sessions of its account, a device with its own; a second time changes nothing',
  body: MailedLink,
  refuses: ['link_over'],
  answer: wireObject({}),
} as const satisfies Endpoint;
