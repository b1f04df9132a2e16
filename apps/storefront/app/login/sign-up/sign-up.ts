import type { RefusalCodeOf } from '@butaca/contract';
import { type Country, type DocumentType, type Gender, type PhoneType, signUp as signUpCall } from '@butaca/contract/customers';
import { lookUpRefusal, type RefusalTable } from '@butaca/contract/refusals';
import type { MarketingVersion } from '@butaca/contract/rules/marketing';
import { normalDocument } from '@butaca/contract/rules/person';
import { typedIdentifier, typedText } from '@butaca/contract/rules/typed';
import type * as z from 'zod/mini';
import { client } from '../../calls/browser-client.ts';
import { openSession } from '../../session/store.ts';
import { birthdayOf, type CheckedField, type FormProblems, type SignUpForm } from './form-problems.ts';

export type SignUpProblem =
  | { readonly reason: 'captcha_failed' | 'storage' | 'no_answer' | 'foreign_page' | 'other' }
  /** `seconds`: until the next attempt is accepted. */
  | { readonly reason: 'too_many_attempts' | 'busy'; readonly seconds: number };

export type SignUpResult =
  /** `isCodeSent`: the code that confirms the address is on its way, and may be typed at once. */
  | { readonly status: 'done'; readonly isCodeSent: boolean }
  | { readonly status: 'fields'; readonly problems: FormProblems }
  | { readonly status: 'problem'; readonly problem: SignUpProblem };

/** The server names fields as they are on the wire. */
const fieldsByWireName: ReadonlyMap<string, CheckedField> = new Map([
  ['cNombre', 'firstName'],
  ['cApellido', 'lastName'],
  ['cGenero', 'gender'],
  ['cPais', 'country'],
  ['cTipoDeDocumento', 'documentType'],
  ['cDocumento', 'documentNumber'],
  ['dNacimiento', 'birthday'],
  ['cEmail', 'email'],
  ['cClave', 'password'],
  ['cTelefono', 'phoneNumber'],
]);

/** Creates the account and opens the session here, or why not. */
export async function signUp(form: SignUpForm, captcha: () => Promise<string | undefined>): Promise<SignUpResult> {
  let token: string | undefined;
  try {
    token = await captcha();
  } catch {
    return failed({ reason: 'captcha_failed' });
  }
  const outcome = await client.call(signUpCall, { body: { ...bodyOf(form), captcha: token } });
  if (outcome.status === 'ok') {
    const { token, user, isCodeSent = false } = outcome.data;
    return openSession(token, user) ? { status: 'done', isCodeSent } : failed({ reason: 'storage' });
  }
  if (outcome.status === 'ERROR') return failed({ reason: 'no_answer' });
  if (outcome.status === 'refusal') return lookUpRefusal(refusals, outcome);
  return other();
}

const failed = (problem: SignUpProblem): SignUpResult => ({ status: 'problem', problem });
const other = () => failed({ reason: 'other' });

const refusals: RefusalTable<RefusalCodeOf<typeof signUpCall>, SignUpResult> = {
  email_taken: () => ({ status: 'fields', problems: { email: 'taken' } }),
  invalid_input: ({ fields }) => fieldProblems(fields),
  terms_not_accepted: () => ({ status: 'fields', problems: { terms: 'missing' } }),
  captcha_failed: () => failed({ reason: 'captcha_failed' }),
  busy: ({ retryAfterSeconds }) => failed({ reason: 'busy', seconds: retryAfterSeconds }),
  too_many_attempts: ({ retryAfterSeconds }) => failed({ reason: 'too_many_attempts', seconds: retryAfterSeconds }),
  too_many_requests: ({ retryAfterSeconds }) => failed({ reason: 'too_many_attempts', seconds: retryAfterSeconds }),
  not_for_you: other,
  foreign_page: () => failed({ reason: 'foreign_page' }),
  malformed_body: other,
  body_too_large: other,
  unsupported_media_type: other,
};

const bodyOf = (form: SignUpForm) => ({
  firstName: typedText(form.firstName),
  lastName: typedText(form.lastName),
  gender: form.gender as z.output<typeof Gender>,
  documentType: form.documentType as z.output<typeof DocumentType>,
  documentNumber: normalDocument(form.documentNumber),
  birthday: birthdayOf(form),
  country: form.country as z.output<typeof Country>,
  email: form.email,
  password: form.password,
  phoneType: form.phoneType as z.output<typeof PhoneType>,
  phoneNumber: typedIdentifier(form.phoneNumber),
  marketing: form.news as MarketingVersion | undefined,
  ...(form.terms === undefined ? {} : { acceptsTerms: true }),
});

function fieldProblems(fields: readonly { readonly name: string; readonly reason: string }[]): SignUpResult {
  const known = fields.flatMap(({ name, reason }) => {
    const field = fieldsByWireName.get(name);
    return field ? [[field, reason] as const] : [];
  });
  return known.length > 0 ? { status: 'fields', problems: Object.fromEntries(known) } : other();
}
