import type { Brand } from '@butaca/brand';
import { type InputOf, normalDocument, normalEmail, Refusal, signUp as signUpCall, signUpProblems, wireNameOf } from '@butaca/contract';
import type { Db } from '#db/connect';
import { enqueue } from '#db/enqueue';
import { randomId } from '#db/random-id';
import { isCommonPassword } from './common-passwords.ts';
import { notOffered } from './own-data.ts';
import type { Passwords } from './passwords.ts';
import { readPhone } from './phone-number.ts';
import { insertConsent } from './privacy/queries-privacy.ts';
import { hasMailbox, insertCustomer, lockMailbox } from './queries.ts';
import { insertPhone, preferPhone } from './queries-account.ts';

export type SignUpForm = InputOf<typeof signUpCall>['body'];

/** Applies the rules of the form (VA-008..VA-026) and what the deployment offers; the refusal names every invalid field. */
export function checkSignUp(form: SignUpForm, brand: Pick<Brand, 'locale' | 'people'>): void {
  const problems: { readonly field: keyof SignUpForm; readonly reason: string }[] = signUpProblems(
    form,
    Temporal.Now.plainDateISO(brand.locale.timeZone),
  );
  const isNamed = (field: keyof SignUpForm) => problems.some((problem) => problem.field === field);
  if (!isNamed('password') && isCommonPassword(form.password)) problems.push({ field: 'password', reason: 'common' });
  const phone = readPhone(form.phoneNumber, form.country);
  if (!isNamed('phoneNumber') && 'reason' in phone) problems.push({ field: 'phoneNumber', reason: phone.reason });
  for (const [field, reason] of Object.entries(notOffered(form, brand))) problems.push({ field: field as keyof SignUpForm, reason });
  if (problems.length === 0) return;
  throw new Refusal('invalid_input', {
    fields: problems.map(({ field, reason }) => ({ name: wireNameOf(signUpCall.body, field), reason })),
  });
}

/** Adds a customer with a phone and the welcome mail, or refuses an address whose mailbox has an account. */
export async function signUp(db: Db, { form, passwords }: { form: SignUpForm; passwords: Passwords }): Promise<{ email: string }> {
  const customerId = randomId();
  const email = normalEmail(form.email);
  const phone = readPhone(form.phoneNumber, form.country);
  if ('reason' in phone) throw new Error('the form was not checked');
  const passwordHash = await passwords.hash(form.password);

  await db.begin(async (tx) => {
    const customer = { ...form, id: customerId, email, documentNumber: normalDocument(form.documentNumber), passwordHash };
    await lockMailbox(tx, email);
    if ((await hasMailbox(tx, email)) || !(await insertCustomer(tx, customer))) {
      throw new Refusal('email_taken', { fields: [{ name: wireNameOf(signUpCall.body, 'email'), reason: 'taken' }] });
    }
    const entry = { id: randomId(), customerId };
    await insertPhone(tx, { ...entry, type: form.phoneType, number: phone.number });
    await preferPhone(tx, entry);
    if (form.marketing) await insertConsent(tx, { customerId, given: true, textVersion: form.marketing, place: 'sign-up' });
    await enqueue(tx, 'welcome-customer', { customerId }, { key: `welcome-customer.${customerId}` });
  });
  return { email };
}
