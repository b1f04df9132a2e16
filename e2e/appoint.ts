import { withDatabase } from '../scripts/database.ts';

/** Gives an account of the running product a role, as an operator does: `node e2e/appoint.ts ADDRESS ROLE`. */
const [email = '', role = ''] = process.argv.slice(2);
await withDatabase('appoint', (db) => db`update customer set role = ${role} where email = ${email}`);
