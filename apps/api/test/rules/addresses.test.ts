import { expect, test } from 'vitest';
import { addressesOf } from '../../src/db/addresses.ts';

test.each([
  [
    'one server',
    'postgres://ana:clave@db.example:5433/butaca?sslmode=require',
    ['postgres://ana:clave@db.example:5433/butaca?sslmode=require'],
  ],
  [
    'several, each with the user, the database and the settings',
    'postgresql://ana:cl%40ve@one:5432,two:5433,[2001:db8::7]:5432/butaca?sslmode=require',
    ['one:5432', 'two:5433', '[2001:db8::7]:5432'].map((server) => `postgresql://ana:cl%40ve@${server}/butaca?sslmode=require`),
  ],
  ['no server, as a socket has none', 'postgres:///butaca', ['postgres:///butaca']],
  ['a comma and an at sign in the password alone', 'postgres://ana:a,b@c@one/butaca', ['postgres://ana:a,b@c@one/butaca']],
  ['another scheme', 'mysql://one/butaca', []],
  ['a port that is none', 'postgres://one:5432,two:ninety/butaca', []],
  ['nothing between two commas', 'postgres://ana@one,,two:5432/butaca', []],
])('%s', (_, url, addresses) => {
  expect(addressesOf(url)).toEqual(addresses);
});
