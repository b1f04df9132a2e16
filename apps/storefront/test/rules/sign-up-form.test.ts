import { expect, test } from 'vitest';
import { BirthdayFields } from '../../app/login/sign-up/PersonFields.tsx';
import SignUpScreen from '../../app/login/sign-up/SignUpScreen.tsx';
import { frameWith, htmlIn } from '../render.ts';

const form = htmlIn(frameWith(), SignUpScreen, {});
const controls = [...form.matchAll(/<(?:input|select)[^>]*>/g)].map(([control]) => control);
const attribute = (control: string, name: string) => new RegExp(` ${name}="([^"]*)"`, 'i').exec(control)?.[1];
const selectIn = (name: string) => new RegExp(`<select[^>]*name="${name}".*?</select>`, 's').exec(form)?.[0] ?? '';
const optionsIn = (name: string) => [...selectIn(name).matchAll(/<option[^>]*>([^<]*)</g)].map(([, text = '']) => text);

test('browsers and password managers know what each field is', () => {
  const tokens = controls.map((control) => [attribute(control, 'name'), attribute(control, 'autocomplete')]);
  expect(Object.fromEntries(tokens)).toMatchObject({
    firstName: 'given-name',
    lastName: 'family-name',
    gender: 'sex',
    day: 'bday-day',
    month: 'bday-month',
    year: 'bday-year',
    email: 'email',
    password: 'new-password',
    passwordConfirmation: 'new-password',
    phoneNumber: 'tel',
    country: 'country',
  });
});

test('the form asks for e-mail and password twice (EN-086, EN-087)', () => {
  const typed = (type: string) => controls.filter((control) => attribute(control, 'type') === type);
  expect(typed('email').map((control) => attribute(control, 'name'))).toEqual(['email', 'emailConfirmation']);
  expect(typed('password').map((control) => attribute(control, 'name'))).toEqual(['password', 'passwordConfirmation']);
});

test('nobody accepts terms to sign up: the only box is about news by mail, and is empty (VA-036, FL-019, CO-029)', () => {
  const boxes = controls.filter((control) => attribute(control, 'type') === 'checkbox');
  expect(boxes.map((box) => attribute(box, 'name'))).toEqual(['news']);
  expect(boxes[0]).not.toMatch(/ checked/);
  expect(form).toContain('Quiero recibir por correo');
  expect(form).not.toMatch(/términos|condiciones/i);
});

test('nobody is asked for a telegram user (EN-085, FL-020)', () => {
  expect(form).toContain('Teléfono');
  expect(form).not.toMatch(/telegram/i);
});

test('gender has four answers, and the brand’s three countries come first (EN-080, EN-089)', () => {
  expect(optionsIn('gender')).toEqual(['Elegí una opción', 'Femenino', 'Masculino', 'Otro', 'Prefiero no informar']);
  expect(optionsIn('country')).toEqual(['Argentina', 'Paraguay', 'México']);
});

test('a customer has a phone of either type with its number, and is from Argentina unless another country is selected (EN-088, CO-018)', () => {
  expect(optionsIn('phoneType')).toEqual(['Celular', 'Fijo']);
  expect(controls.find((control) => attribute(control, 'name') === 'phoneNumber')).toMatch(/ type="tel"/);
  expect(selectIn('country')).toMatch(/<option value="ar" selected="">Argentina</);
});

test('a birthday with one wrong part marks that one, and any other wrong birthday all three (VA-022, VA-023)', () => {
  const marked = (problem: string) =>
    [...htmlIn(frameWith(), BirthdayFields, { problem }).matchAll(/<input[^>]*id="(\w+)"[^>]*aria-invalid="true"/g)].map(([, id]) => id);
  expect(marked('invalid_day')).toEqual(['day']);
  expect(marked('invalid_month')).toEqual(['month']);
  expect(marked('year_too_high')).toEqual(['year']);
  expect(marked('invalid_date')).toEqual(['day', 'month', 'year']);
  expect(marked('missing')).toEqual(['day', 'month', 'year']);
});
