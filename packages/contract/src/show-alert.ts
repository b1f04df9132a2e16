import { Email } from './customers.ts';
import type { Endpoint } from './endpoint.ts';
import { CatalogueIdInPath, TypedIdentifier, YesNo } from './scalars.ts';
import { wireObject } from './wire.ts';

const LINK_LENGTH = 200;
/** What a mail about a show brings: it names one alert and what may be done with it. */
const MailedLink = wireObject({ link: ['cEnlace', TypedIdentifier(LINK_LENGTH)] });
const OfShow = wireObject({ showId: ['id', CatalogueIdInPath] });

/** The same answer for every address, whether or not it has the alert already. */
export const askForAlert = {
  method: 'POST',
  path: '/v2/EspectaculoCartel/:id/Aviso',
  access: 'anonymous',
  summary: 'Mail a link that confirms that somebody is told when a show has places again or gets another date',
  params: OfShow,
  body: wireObject({ email: ['cMail', Email] }),
  refuses: ['event_not_available', 'too_many_attempts'],
  answer: wireObject({}),
} as const satisfies Endpoint;

/** By who is logged in: at once when the account's address is confirmed. */
export const askForOwnAlert = {
  method: 'POST',
  path: '/v2/EspectaculoCartel/:id/AvisoCliente',
  access: 'customer',
  summary:
    'Tell the customer by mail when a show has places again or gets another date; an address that is not confirmed gets a link first',
  params: OfShow,
  refuses: ['event_not_available', 'too_many_attempts', 'too_many_alerts'],
  answer: wireObject({ isConfirmed: ['lConfirmado', YesNo] }),
} as const satisfies Endpoint;

export const confirmAlert = {
  method: 'POST',
  path: '/v2/Aviso/Confirmar',
  access: 'anonymous',
  summary: 'Confirm an alert by the link that was mailed, within 48 hours; a second time changes nothing',
  body: MailedLink,
  refuses: ['link_over', 'too_many_alerts'],
  answer: wireObject({}),
} as const satisfies Endpoint;

export const leaveAlert = {
  method: 'POST',
  path: '/v2/Aviso/Baja',
  access: 'anonymous',
  summary: 'End an alert by the link of any of its mails; a second time changes nothing',
  body: MailedLink,
  refuses: ['link_over'],
  answer: wireObject({}),
} as const satisfies Endpoint;
