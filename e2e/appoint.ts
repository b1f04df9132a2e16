import { withDatabase } from '../scripts/database.ts';

/**
 * Gives an account of the running product a role, as an operator does: `node e2e/appoint.ts ADDRESS ROLE [unconfirmed]`. Its address
 * counts as confirmed unless the last word is there.
 */
const [email = '', role = '', address = ''] = process.argv.slice(2);
await withDatabase(
  'appoint',
  (db) => db`
    update customer set role = ${role}, email_confirmed_at = ${address === 'unconfirmed' ? null : db`now()`} where email = ${email}`,
);
