import {
  type InputOf,
  normalDocument,
  normalEmail,
  normalPhone,
  Refusal,
  signUp as signUpCall,
  signUpProblems,
  wireNameOf,
} from '@butaca/contract';
import type { Db } from '#db/connect';
import { enqueue } from '#db/enqueue';
import { randomId } from '#db/random-id';
import { isCommonPassword } from './common-passwords.ts';
import type { Passwords } from './passwords.ts';
import { insertConsent } from './privacy/queries-privacy.ts';
import { hasMailbox, insertCustomer, lockMailbox } from './queries.ts';
import { insertPhone, preferPhone } from './queries-account.ts';

export type SignUpForm = InputOf<typeof signUpCall>['body'];

/** Applies the rules of the form (VA-008..VA-026); the refusal names every invalid field. */
export function checkSignUp(form: SignUpForm, today: Temporal.PlainDate): void {
  const problems = signUpProblems(form, today);
  if (!problems.some(({ field }) => field === 'password') && isCommonPassword(form.password)) {
    problems.push({ field: 'password', reason: 'common' });
  }
  if (problems.length === 0) return;
  throw new Refusal('invalid_input', {
    fields: problems.map(({ field, reason }) => ({ name: wireNameOf(signUpCall.body, field), reason })),
  });
}

/** Adds a customer with a phone and the welcome mail, or refuses an address whose mailbox has an account. */
export async function signUp(db: Db, { form, passwords }: { form: SignUpForm; passwords: Passwords }): Promise<{ email: string }> {
  const customerId = randomId();
  const email = normalEmail(form.email);
  const passwordHash = await passwords.hash(form.password);

  await db.begin(async (tx) => {
    const customer = { ...form, id: customerId, email, documentNumber: normalDocument(form.documentNumber), passwordHash };
    await lockMailbox(tx, email);
    if ((await hasMailbox(tx, email)) || !(await insertCustomer(tx, customer))) {
      throw new Refusal('email_taken', { fields: [{ name: wireNameOf(signUpCall.body, 'email'), reason: 'taken' }] });
    }
    const phone = { id: randomId(), customerId };
    await insertPhone(tx, { ...phone, type: form.phoneType, number: normalPhone(form.phoneNumber) });
    await preferPhone(tx, phone);
    if (form.marketing) await insertConsent(tx, { customerId, given: true, textVersion: form.marketing, place: 'sign-up' });
    await enqueue(tx, 'welcome-customer', { customerId }, { key: `welcome-customer.${customerId}` });
  });
  return { email };
}
