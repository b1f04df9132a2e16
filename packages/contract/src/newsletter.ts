import * as z from 'zod/mini';
import { Email } from './customers.ts';
import type { Endpoint } from './endpoint.ts';
import { bounds } from './rules/person.ts';
import { Text, Typed, TypedIdentifier } from './scalars.ts';
import { wireObject } from './wire.ts';

const LINK_LENGTH = 200;
/** What a mail of the newsletter brings: it names one subscription and what may be done with it. */
const MailedLink = wireObject({ link: ['cEnlace', TypedIdentifier(LINK_LENGTH)] });

/** The same answer for every address, whether or not it is subscribed. */
export const subscribe = {
  method: 'POST',
  path: '/v2/NewsLetter/Suscripcion',
  access: 'anonymous',
  summary: 'Mail a link that confirms a subscription to the newsletter; an address that is subscribed already gets the same answer',
  body: wireObject({ name: ['cNombre', Typed(bounds.nameLength)], email: ['cMail', Email] }),
  refuses: ['too_many_attempts'],
  answer: wireObject({ mail: ['oMail', z.optional(wireObject({ message: ['oData', z.optional(Text)] }))] }),
} as const satisfies Endpoint;

export const confirmSubscription = {
  method: 'POST',
  path: '/v2/NewsLetter/Confirmar',
  access: 'anonymous',
  summary: 'Confirm a subscription by the link that was mailed, within 48 hours; a second time changes nothing',
  body: MailedLink,
  refuses: ['link_over'],
  answer: wireObject({}),
} as const satisfies Endpoint;

export const leaveNewsletter = {
  method: 'POST',
  path: '/v2/NewsLetter/Baja',
  access: 'anonymous',
  summary: 'End a subscription by the link of any mail of the newsletter; a second time changes nothing',
  body: MailedLink,
  refuses: ['link_over'],
  answer: wireObject({}),
} as const satisfies Endpoint;
