import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  applyPromotionCode,
  documentProblem,
  Email,
  emailConfirmationProblem,
  emailProblem,
  findOfficeOrders,
  mailedEmail,
  nameProblem,
  normalDocument,
  normalEmail,
  normalPhone,
  phoneProblem,
  searchedEmail,
  signUp,
  Typed,
  TypedLines,
} from '../src/index.ts';
import { addressProblems } from '../src/rules/address.ts';
import { cardDigits, cardExpiryProblem, cardNumberProblem, securityCodeProblem } from '../src/rules/card.ts';
import { formatOrderNumber, readOrderNumber } from '../src/rules/order-number.ts';

/** What contacts, chats and PDFs paste around and into a text. */
const wrap = {
  'a left-to-right mark': (text: string) => `\u200e${text}`,
  'an embedding': (text: string) => `\u202a${text}\u202c`,
  'an isolate': (text: string) => `\u2068${text}\u2069`,
  'no-break spaces': (text: string) => `\u00a0${text}\u202f`,
  'a soft hyphen': (text: string) => `${text.slice(0, 3)}\u00ad${text.slice(3)}`,
  'a zero-width space': (text: string) => `${text.slice(0, 3)}\u200b${text.slice(3)}`,
  'a byte order mark': (text: string) => `\ufeff${text}`,
};

describe.each(Object.entries(wrap))('pasted with %s', (_, around) => {
  test('a phone, a document, an address, a card and an order are what they look like', () => {
    expect(phoneProblem(around('+54 11 5555-0100'))).toBeNull();
    expect(normalPhone(around('+54 11 5555-0100'))).toBe('541155550100');
    expect(documentProblem('dni', around('30.123.456'))).toBeNull();
    expect(normalDocument(around('30.123.456'))).toBe('30123456');
    expect(documentProblem('passport', around('AAB123456'))).toBeNull();
    expect(emailProblem(around('ana@correo.example'))).toBeNull();
    expect(normalEmail(around('Ana@correo.example'))).toBe('ana@correo.example');
    expect(emailConfirmationProblem('ana@correo.example', around('ana@correo.example'))).toBeNull();
    expect(z.decode(Email, around('ana@correo.example'))).toBe('ana@correo.example');
    expect(cardDigits(around('4507 9900 0000 4905'))).toBe('4507990000004905');
    expect([cardNumberProblem(around('4507990000004905')), securityCodeProblem(around('1234'))]).toEqual([null, null]);
    expect(cardExpiryProblem(around('08/30'), { year: 2026, month: 11 })).toBeNull();
    expect(readOrderNumber(around(formatOrderNumber(7)))).toBe(7);
  });

  test('a name and a line of text lose it on both sides of the wire', () => {
    expect(nameProblem(around('Juana'))).toBeNull();
    expect(z.decode(Typed(20), around('Juana'))).toBe('Juana');
    expect(z.encode(Typed(20), around('Juana'))).toBe('Juana');
    expect(z.decode(TypedLines(60), around('Hola,\nno me llegó'))).toBe('Hola,\nno me llegó');
    expect(z.safeDecode(Typed(20), around('')).success).toBe(false);
    const address = {
      country: 'ar',
      street: around('Rivadavia'),
      number: around('1234'),
      province: 'C',
      location: around('Ciudad'),
      postcode: around('C1002AAB'),
    };
    expect(addressProblems(address as never)).toEqual([]);
  });

  test('calls read their numbers and codes without it', () => {
    expect(z.decode(applyPromotionCode.body, { cCodigo: around('AMIGOS-2026') })).toEqual({ code: 'AMIGOS-2026' });
    expect(z.decode(findOfficeOrders.query, { cBuscar: around('ana@correo.example') })).toEqual({ search: 'ana@correo.example' });
    const form = { ...anyForm, cTelefono: around('11 5555-0100'), cDocumento: around('30123456'), cEmail: around('ana@correo.example') };
    expect(z.decode(signUp.body, form)).toMatchObject({
      ...{ phoneNumber: '11 5555-0100', documentNumber: '30123456', email: 'ana@correo.example' },
    });
  });
});

const anyForm = {
  cNombre: 'Ana',
  cApellido: 'Paredes',
  cGenero: 'NO_INFORMA',
  cTipoDeDocumento: 'DNI',
  dNacimiento: '1990-05-17',
  cPais: 'AR',
  cClave: 'Contra123',
  cTipoDeTelefono: 'CELULAR',
} as const;

test('dashes of every kind, minus signs and slashes part a phone', () => {
  const dashes = ['\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2015', '\u2212', '\uff0d', '/'];
  expect(dashes.map((dash) => phoneProblem(`11${dash}5555${dash}0100`))).toEqual(dashes.map(() => null));
  expect(dashes.map((dash) => normalPhone(`11${dash}5555${dash}0100`))).toEqual(dashes.map(() => '1155550100'));
  expect(normalDocument('20\u201130123456\u20136')).toBe('20301234566');
});

test('an order is found as mails and people write its number', () => {
  const number = formatOrderNumber(123_456_789);
  const written = [
    'N.º ',
    'N.° ',
    'Nº',
    'N° ',
    'n.º',
    'No. ',
    'Nro. ',
    'Nro ',
    'Núm. ',
    '#',
    '# ',
    'Orden N.º ',
    'orden #',
    'Compra ',
    'N.º: ',
  ];
  expect(written.map((prefix) => readOrderNumber(`${prefix}${number}`))).toEqual(written.map(() => 123_456_789));
  expect(readOrderNumber(number.replaceAll('-', '\u2011'))).toBe(123_456_789);
  expect(readOrderNumber(`N.º ${number.slice(0, -1)}`)).toBe('mistyped');
  expect(['N.º', '#', 'Nora Paz', 'Orden'].map(readOrderNumber)).toEqual([null, null, null, null]);
});

test('a number that begins with the letters of such a prefix is read whole', () => {
  for (const start of ['N', 'N0', 'NR0']) {
    const order = [...Array(4000).keys()].map((each) => each * 268_435_459).find((each) => formatOrderNumber(each).startsWith(start));
    if (order !== undefined) expect(readOrderNumber(formatOrderNumber(order).replaceAll('0', 'O'))).toBe(order);
  }
});

test('an address is read from a link and from angle brackets', () => {
  const copied = [
    'mailto:ana@correo.example',
    'MAILTO:ana@correo.example?subject=Hola',
    '<ana@correo.example>',
    '<mailto:ana@correo.example>',
  ];
  expect(copied.map((text) => z.decode(Email, text))).toEqual(copied.map(() => 'ana@correo.example'));
  expect(['Ana <ana@correo.example>', 'ana@correo.example, luis@correo.example'].map(emailProblem)).toEqual(['invalid', 'invalid']);
});

test('joiners stay where a script or a picture is written with them, and nowhere else', () => {
  const persian = 'می\u200cخواهم';
  const family = '👩\u200d👧';
  expect([persian, family, 'क्\u200dष'].map((text) => z.decode(Typed(20), text))).toEqual([persian, family, 'क्\u200dष']);
  expect(z.decode(Typed(20), 'Ana\u200d Paz\u200c')).toBe('Ana Paz');
  expect(z.safeDecode(Typed(20), '\u200d\u200c').success).toBe(false);
});

test('letters of two signs are stored as one, so that a name is found as it is typed', () => {
  expect(z.decode(Typed(20), 'Jose\u0301')).toBe('José');
});

test('what is still refused is refused by its field', () => {
  const read = z.safeDecode(signUp.body, { ...anyForm, cTelefono: '11 5555-0100', cDocumento: '30123456', cEmail: 'ana@correo' });
  expect(read.error?.issues.map(({ path }) => path)).toEqual([['cEmail']]);
});

describe('an address with letters of its language', () => {
  test('is accepted in every script, and is one mailbox however it is typed', () => {
    const forms = ['jose@münchen.example', 'JOSE@mu\u0308nchen.example', 'jose@xn--mnchen-3ya.example', 'ｊｏｓｅ＠münchen。example'];
    expect(forms.map(emailProblem)).toEqual(forms.map(() => null));
    expect(forms.map((form) => z.decode(Email, form))).toEqual(forms.map(() => 'jose@münchen.example'));
    const others = ['ñandú@correo.example', 'a@例え.テスト', 'ана@почта.рф', 'σοφία@ταχυδρομείο.ελ'];
    expect(others.map((email) => z.decode(Email, email))).toEqual(others);
    expect(emailConfirmationProblem('jose@münchen.example', 'jose@xn--mnchen-3ya.example')).toBeNull();
  });

  test('has one form: reading it again changes nothing, from punycode or to it', () => {
    for (const domain of ['münchen.example', '例え.テスト', 'почта.рф', 'faß.de', 'españa-ruta.com', 'عرب.مثال', '한국.kr']) {
      const email = normalEmail(`a@${domain}`);
      expect(email).toBe(`a@${domain}`);
      expect(normalEmail(mailedEmail(email))).toBe(email);
      expect(mailedEmail(email)).toMatch(/^a@[a-z0-9.-]+$/);
    }
  });

  test('is mailed with its domain in punycode; a domain of pictures or with joiners stays in it', () => {
    expect(mailedEmail('ñandú@münchen.example')).toBe('ñandú@xn--mnchen-3ya.example');
    expect(mailedEmail('ana@correo.example')).toBe('ana@correo.example');
    expect(normalEmail('a@xn--i-7iq.ws')).toBe('a@xn--i-7iq.ws');
  });

  test('is refused where its domain is none, or is too long in punycode', () => {
    const bad = ['a@mün chen.example', 'a@münchen', 'a@ü..example', `a@${'ü'.repeat(63)}.example`, 'a@☃', 'ma\u0000ü@correo.example'];
    expect(bad.map(emailProblem)).toEqual(bad.map(() => 'invalid'));
    expect(emailProblem(`${'ñ'.repeat(64)}@${'münchen.'.repeat(24)}example`)).toBe('too_long');
  });

  test('a search takes it with the name that a mail program puts before it', () => {
    expect(searchedEmail('José Paz <Jose@München.example>')).toBe('jose@münchen.example');
    expect(searchedEmail('mailto:jose@münchen.example')).toBe('jose@münchen.example');
  });
});
