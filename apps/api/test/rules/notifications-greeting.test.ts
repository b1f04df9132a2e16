import { expect, test } from 'vitest';
import { greetingOf, recipientOf } from '../../src/notifications/greeting.ts';
import { welcomeMail } from '../../src/notifications/welcome-mail.ts';

test.each(['Julia', 'María José', "Ana D'Ángelo", 'J. R.', 'Ñusta', '美咲', 'Мария', 'محمد', 'Nguyễn Thị Ánh'])(
  'a mail greets %s by name',
  (name) => {
    expect(greetingOf(name, { locale: 'es-AR' })).toBe(`Hola, ${name}`);
  },
);

test.each([
  'www.estafa.example',
  'https://estafa.example/x',
  'estafa.example',
  'bit.ly',
  'bit．ly',
  'bit。ly',
  'ana@estafa.example',
  'ana＠estafa',
  'llamá al 0800',
  'Ganaste un premio: entrá ya',
  'Tu cuenta fue suspendida llamá ya a tu banco',
  `Julia\nBcc: todos`,
  'a'.repeat(41),
])('a mail does not repeat %j, which is no name', (name) => {
  expect(greetingOf(name, { locale: 'es-AR' })).toBe('Hola');
  expect(recipientOf({ firstName: name, lastName: 'Paredes' })).toBe('Paredes');
});

test('nothing of a name that is none stands anywhere in a mail, though an older account has it', () => {
  const sender = { brandName: 'Butaca', publicOrigin: 'https://butaca.example', locale: 'es-AR' };
  const mail = welcomeMail({ id: 'a', firstName: 'Premio en estafa.example', lastName: 'ver bit.ly', email: 'a@b.co' }, sender);
  expect(JSON.stringify(mail)).not.toMatch(/estafa|bit\.ly|Premio/);
  expect(mail.to).toEqual({ name: '', address: 'a@b.co' });
});
