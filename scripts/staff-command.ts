import { emailProblem, normalEmail } from '@butaca/contract/rules/email';
import { appointStaff, dismissStaff, listStaff, Passwords, type StaffRole, staffRoles } from '../apps/api/src/customers/index.ts';
import { StartProblem } from './config.ts';
import type { Outside } from './outside.ts';
import { sentenceOf } from './terminal.ts';

const USAGE = `npm run do -- staff add MAIL ${staffRoles.join('|')} ["First Last"]
npm run do -- staff list
npm run do -- staff remove MAIL`;

type StaffOutside = Pick<Outside, 'withDatabase' | 'brand' | 'log' | 'complain'>;

/** Accounts of staff from the command line: the first organiser of an installation is made by it. Answers the exit code. */
export async function runStaff([verb, ...given]: readonly string[], outside: StaffOutside): Promise<number> {
  try {
    if (verb === 'add') await add(given, outside);
    else if (verb === 'list' && given.length === 0) await list(outside);
    else if (verb === 'remove' && given.length === 1) await remove(given, outside);
    else throw new StartProblem(USAGE);
    return 0;
  } catch (error) {
    outside.complain(sentenceOf(error, 'nothing was changed'));
    return 1;
  }
}

async function add([mail, role, name, ...more]: readonly string[], { withDatabase, brand, log }: StaffOutside) {
  const email = emailOf(mail);
  if (!isStaffRole(role) || more.length > 0) throw new StartProblem(USAGE);
  const { defaultCountry: country } = (await brand()).locale;
  const given = { email, role, country, name: name?.trim().replace(/\s+/g, ' ') };
  const done = await withDatabase((db) => appointStaff(db, new Passwords(), given));
  switch (done.status) {
    case 'nameless':
      throw new StartProblem(`there is no account ${email}: name its person, as staff add ${email} ${role} "First Last"`);
    case 'unproved':
      throw new StartProblem(`${email} has an account whose address is not confirmed: confirm it in the shop first`);
    case 'appointed':
      return log(`${email} is ${role} now; what was open of the account has ended, and its password stays`);
    case 'created':
      log(`${email} is ${role} now. The password, which is shown this once and may be changed in the shop:`);
      return log(done.password);
  }
}

async function list({ withDatabase, log }: StaffOutside) {
  const all = await withDatabase(async (db) => [...(await listStaff(db))]);
  for (const { role, email, name } of all) log(`${role.padEnd(10)} ${email}  ${name}`);
  if (all.length === 0) log('no staff yet');
}

async function remove([mail]: readonly string[], { withDatabase, log }: StaffOutside) {
  const email = emailOf(mail);
  if (!(await withDatabase((db) => dismissStaff(db, email)))) throw new StartProblem(`${email} is not a member of staff`);
  log(`${email} is a customer now, and logged out everywhere`);
}

const isStaffRole = (role: string | undefined): role is StaffRole => staffRoles.some((each) => each === role);

function emailOf(mail = ''): string {
  if (emailProblem(mail) !== null) throw new StartProblem(mail === '' ? USAGE : `${mail} is no mail address`);
  return normalEmail(mail);
}
