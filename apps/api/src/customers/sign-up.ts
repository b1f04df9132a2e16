import type { Brand } from '@butaca/brand';
import type { LanguageCode } from '@butaca/brand/languages';
import {
  type AnswerOf,
  type InputOf,
  normalDocument,
  normalEmail,
  Refusal,
  signUp as signUpCall,
  signUpProblems,
  wireNameOf,
} from '@butaca/contract';
import type { Db } from '#db/connect';
import { enqueue } from '#db/enqueue';
import { randomId } from '#db/random-id';
import type { PasswordWorld } from './change-password.ts';
import { handOverCode } from './mail-codes.ts';
import { documentReason } from './own-data.ts';
import { newPasswordProblem } from './passwords.ts';
import { readPhone } from './phone-number.ts';
import { insertConsent } from './privacy/queries-privacy.ts';
import { insertCustomer, lockMailbox, ownerOfMailbox } from './queries.ts';
import { insertPhone, preferPhone } from './queries-account.ts';
import { openSession } from './session.ts';
import { mayTellOwner } from './throttle.ts';

export type SignUpForm = InputOf<typeof signUpCall>['body'];

/** Applies the rules of the form (VA-008..VA-026) and what the deployment offers; the refusal names every invalid field. */
export function checkSignUp(form: SignUpForm, brand: Pick<Brand, 'locale' | 'people' | 'flags'>): void {
  const problems: { readonly field: keyof SignUpForm; readonly reason: string }[] = signUpProblems(
    form,
    Temporal.Now.plainDateISO(brand.locale.timeZone),
  );
  const isNamed = (field: keyof SignUpForm) => problems.some((problem) => problem.field === field);
  if (newPasswordProblem(form.password) === 'common') problems.push({ field: 'password', reason: 'common' });
  const phone = readPhone(form.phoneNumber, form.country);
  if (!isNamed('phoneNumber') && 'reason' in phone) problems.push({ field: 'phoneNumber', reason: phone.reason });
  for (const [field, reason] of Object.entries(documentReason(form, brand))) problems.push({ field: field as keyof SignUpForm, reason });
  if (problems.length > 0)
    throw new Refusal('invalid_input', {
      fields: problems.map(({ field, reason }) => ({ name: wireNameOf(signUpCall.body, field), reason })),
    });
  if (brand.flags.termsAtSignUp && !form.acceptsTerms) throw new Refusal('terms_not_accepted');
}

interface NewAccount {
  readonly form: SignUpForm;
  readonly userAgent: string | undefined;
  readonly language: LanguageCode;
}

interface SignUpWorld extends PasswordWorld {
  readonly brand: Pick<Brand, 'login' | 'hosts'>;
}

/**
 * Adds a customer with a phone and the welcome mail, and logs them in; or refuses an address whose mailbox has an account, and tells its
 * owner by mail.
 */
export async function signUp(
  { db, secret, passwords, brand: { login, hosts } }: SignUpWorld,
  { form, userAgent, language }: NewAccount,
): Promise<AnswerOf<typeof signUpCall>> {
  const customerId = randomId();
  const email = normalEmail(form.email);
  const phone = readPhone(form.phoneNumber, form.country);
  if ('reason' in phone) throw new Error('the form was not checked');
  const passwordHash = await passwords.hash(form.password);

  const result = await db.begin(async (tx) => {
    await lockMailbox(tx, email);
    const owner = await ownerOfMailbox(tx, email);
    if (owner !== undefined) return { owner };
    const customer = { ...form, id: customerId, email, documentNumber: normalDocument(form.documentNumber), passwordHash };
    if (!(await insertCustomer(tx, customer))) throw taken();
    const entry = { id: randomId(), customerId };
    await insertPhone(tx, { ...entry, type: form.phoneType, number: phone.number });
    await preferPhone(tx, entry);
    if (form.marketing) await insertConsent(tx, { customerId, given: true, textVersion: form.marketing, place: 'sign-up' });
    await enqueue(tx, 'welcome-customer', { customerId }, { key: `welcome-customer.${customerId}` });
    const person = { id: customerId, email, firstName: form.firstName, hasAlias: false, role: 'customer' } as const;
    const session = await openSession(tx, { secret, login, customer: person, secondFactor: false, userAgent, language });
    return hosts.mailValidation !== '' && (await handOverCode(tx, secret, customerId)) ? { ...session, isCodeSent: true } : session;
  });
  if (!('owner' in result)) return result;
  await tellOwner(db, secret, result.owner);
  throw taken();
}

const taken = () => new Refusal('email_taken', { fields: [{ name: wireNameOf(signUpCall.body, 'email'), reason: 'taken' }] });

/** A few mails a day, however often a stranger tries. */
const tellOwner = (db: Db, secret: string, customerId: string) =>
  db.begin(async (tx) => {
    if (!(await mayTellOwner(tx, secret, customerId))) return;
    await enqueue(tx, 'tell-of-sign-up', { customerId, signUpId: randomId() }, { key: `tell-of-sign-up.${customerId}` });
  });
