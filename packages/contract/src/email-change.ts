import { Email } from './customers.ts';
import type { Endpoint } from './endpoint.ts';
import { Text, TypedIdentifier } from './scalars.ts';
import { ownProof } from './sign-in.ts';
import { wireObject } from './wire.ts';

export const sendEmailChangeCode = {
  method: 'POST',
  path: '/v2/Cliente/Correo/Cambiar/Codigo',
  access: 'customer',
  summary:
    'Mail a code to the address that the account is to have, for its password or a passkey; one that another account has gets the same answer and no mail',
  cookies: true,
  body: wireObject({
    email: ['cEmail', Email],
    ...ownProof,
  }),
  refuses: ['not_for_you', 'wrong_credentials', 'passkey_refused', 'too_many_attempts'],
  answer: wireObject({}),
} as const satisfies Endpoint;

export const changeEmail = {
  method: 'POST',
  path: '/v2/Cliente/Correo/Cambiar',
  access: 'customer',
  summary:
    'Give the account the address that was proved by the code mailed to it last: valid for 15 minutes, five tries, once. Other sessions end',
  cookies: true,
  body: wireObject({ email: ['cEmail', Email], code: ['cCodigo', TypedIdentifier(20)] }),
  refuses: ['not_for_you', 'wrong_code'],
  answer: wireObject({ email: ['cEmail', Text] }),
} as const satisfies Endpoint;
