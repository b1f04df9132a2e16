import { startPasskeyLogIn } from '@butaca/contract/sign-in';
import { client } from '../calls/browser-client.ts';

/** By what the owner of an account shows that it is them: the password, or what a passkey of theirs answers. */
export type OwnProof = { readonly password: string } | { readonly passkey: string };

/** Null when the browser or its owner gave none. */
export async function answerWithPasskey(): Promise<OwnProof | null> {
  const [started, { askForPasskey }] = await Promise.all([client.call(startPasskeyLogIn, {}), import('@butaca/browser/second-factor.ts')]);
  const passkey = started.status === 'ok' ? await askForPasskey('use', started.data.passkeyOptions) : null;
  return passkey === null ? null : { passkey };
}
