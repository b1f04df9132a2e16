import type { Endpoint } from './endpoint.ts';
import { Reissue } from './reissue-rule.ts';
import { OpaqueId } from './scalars.ts';
import { ownProof } from './sign-in.ts';
import { wireObject } from './wire.ts';

export const reissueTickets = {
  method: 'POST',
  path: '/v2/Operacion/:idOperacion/Reemitir',
  access: 'customer',
  key: 'required',
  summary:
    'Issue the valid tickets of an order of one’s own anew, for the password or a passkey: what was printed, downloaded or mailed before is void, and the new ones are mailed',
  cookies: true,
  params: wireObject({ orderId: ['idOperacion', OpaqueId] }),
  body: wireObject(ownProof),
  refuses: ['cannot_reissue', 'address_unconfirmed', 'not_for_you', 'wrong_credentials', 'passkey_refused', 'too_many_attempts'],
  answer: Reissue,
} as const satisfies Endpoint;
