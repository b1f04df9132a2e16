import { expect, test } from 'vitest';
import { welcomeMail } from '../../src/notifications/welcome-mail.ts';

const newcomer = { id: 'Zm9vYmFyYmF6cXV4cXV1eA', firstName: 'Ana', lastName: 'Ferreyra', email: 'ana@correo.example' };
const sender = { brandName: 'Butaca', publicOrigin: 'https://entradas.example', locale: 'es-AR' };

test('the welcome mail greets by name, says which address to use, and leads to the billboard', () => {
  const mail = welcomeMail(newcomer, sender);
  expect(mail).toMatchObject({ to: { name: 'Ana Ferreyra', address: 'ana@correo.example' }, subject: 'Te damos la bienvenida a Butaca' });
  for (const content of [mail.text, mail.html]) {
    expect(content).toContain('Ana');
    expect(content).toContain('ana@correo.example');
    expect(content).toContain('https://entradas.example/');
  }
});

test('it is the same mail however often it is composed', () => {
  expect(welcomeMail(newcomer, sender).messageId).toBe(welcomeMail(newcomer, sender).messageId);
  expect(welcomeMail({ ...newcomer, id: 'other' }, sender).messageId).not.toBe(welcomeMail(newcomer, sender).messageId);
});

test('names of people and brands are escaped, and markup is no name', () => {
  const { html } = welcomeMail({ ...newcomer, firstName: "O'Ana" }, { ...sender, brandName: '<script>' });
  expect(html).not.toMatch(/<script>/);
  expect(html).toContain('O&#39;Ana');
  const marked = welcomeMail({ ...newcomer, firstName: "<b>O'Ana</b>" }, sender);
  expect(marked.html).not.toMatch(/<b>|O&#39;Ana/);
});
