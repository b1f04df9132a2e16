import { expect, test } from 'vitest';
import { ContactForm, checkMessage } from '../../app/support/ContactForm.tsx';
import { frameWith, htmlIn } from '../render.ts';

const plain = frameWith();
const filled = (given: Record<string, string> = {}) => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ message: 'Hola', name: 'Ana', phone: '+54 11 5555-0100', ...given })) form.set(name, value);
  return form;
};

test('the form offers the kinds that the brand names, in its order (EN-135)', () => {
  const kindsIn = (html: string) => [...html.matchAll(/<option value="(\w+)">([^<]+)</g)].map(([, value, text]) => `${value} ${text}`);
  expect(kindsIn(htmlIn(plain, ContactForm, {}))).toEqual(['question Consulta', 'complaint Reclamo', 'suggestion Sugerencia']);
  const fewer = frameWith({ contact: { ...plain.brand.contact, kinds: ['complaint', 'question'] } });
  expect(kindsIn(htmlIn(fewer, ContactForm, {}))).toEqual(['complaint Reclamo', 'question Consulta']);
});

test('message, name and phone are asked for, and what is wrong with each is named (EN-136, EN-137, EN-138)', () => {
  expect(checkMessage(filled())).toEqual({});
  expect(checkMessage(filled({ message: ' \n', name: '', phone: '' }))).toEqual({ message: 'missing', name: 'missing', phone: 'missing' });
  expect(checkMessage(filled({ message: 'x'.repeat(4003) }))).toEqual({ message: 'too_long:3' });
  expect(checkMessage(filled({ name: 'www.barato.example', phone: 'llamame' }))).toEqual({
    name: 'forbidden_characters',
    phone: 'invalid',
  });
});

test('the phone’s keyboard fits each field, and its key says what comes next', () => {
  const html = htmlIn(plain, ContactForm, {});
  const field = (name: string) => new RegExp(`<(?:input|textarea)[^>]* name="${name}"[^>]*>`).exec(html)?.[0] ?? '';
  expect(field('name')).toContain('enterKeyHint="next"');
  for (const said of ['type="tel"', 'inputMode="tel"', 'autoComplete="tel"', 'enterKeyHint="send"']) expect(field('phone')).toContain(said);
  expect(field('message')).toContain('autoCapitalize="sentences"');
});
