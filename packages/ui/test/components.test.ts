import { type ComponentProps, createElement, type ElementType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Button, Checkbox, Dialog, Field, FieldGroup, LinkButton, Menu, Money, Notice, PasswordField, Poster } from '../src/index.ts';

const html = <Of extends ElementType>(component: Of, props: ComponentProps<Of>) => renderToStaticMarkup(createElement(component, props));
const idOf = (markup: string, of: RegExp) => of.exec(markup)?.[1];

test('a busy button stays focusable and is announced as busy', () => {
  const markup = html(Button, { busy: true, type: 'submit', children: 'Pagar' });
  expect(markup).toMatch(/aria-disabled="true"/);
  expect(markup).toMatch(/aria-busy="true"/);
  expect(markup).not.toMatch(/\sdisabled/);
  expect(markup).toMatch(/type="button"/);
});

test('a button submits no form unless its type says so', () => {
  expect(html(Button, { children: 'Elegir' })).toMatch(/type="button"/);
  expect(html(Button, { type: 'submit', children: 'Entrar' })).toMatch(/type="submit"/);
});

test('a button that leads to an address is a link', () => {
  expect(html(LinkButton, { href: '/login', children: 'Entrar' })).toMatch(/^<a [^>]*href="\/login"/);
});

test('a field is described by its label, its hint and its error', () => {
  const markup = html(Field, { label: 'Correo', hint: 'El de tu cuenta', error: 'No es un correo', name: 'email' });
  const id = idOf(markup, /<label[^>]* for="([^"]+)"/);
  expect(markup).toContain(`id="${id}"`);
  expect(markup).toContain(`aria-describedby="${id}-hint ${id}-error"`);
  expect(markup).toContain(`id="${id}-error"`);
  expect(markup).toMatch(/aria-invalid="true"/);
});

test('a valid field is not announced as invalid', () => {
  const markup = html(Field, { label: 'Nombre' });
  expect(markup).not.toMatch(/aria-invalid|aria-describedby/);
});

test('a password is hidden at first, and the button that shows it does not submit', () => {
  const markup = html(PasswordField, { label: 'Contraseña', showLabel: 'Mostrar', hideLabel: 'Ocultar' });
  expect(markup).toMatch(/<input[^>]*type="password"/);
  expect(markup).toMatch(/<button type="button"[^>]*>Mostrar</);
});

test('a refused checkbox is described by its reason', () => {
  const markup = html(Checkbox, { label: 'Acepto', error: 'Hay que aceptar' });
  const id = idOf(markup, /aria-describedby="([^"]+)"/);
  expect(markup).toContain(`id="${id}">Hay que aceptar`);
});

test('the parts of a date are one group with one reason', () => {
  const markup = html(FieldGroup, { legend: 'Nacimiento', error: 'No existe esa fecha', children: null });
  expect(markup).toMatch(/^<div[^>]*role="group"/);
  const name = idOf(markup, /^<div[^>]*aria-labelledby="([^"]+)"/);
  expect(markup).toMatch(new RegExp(`id="${name}">Nacimiento`));
  const reason = idOf(markup, /^<div[^>]*aria-describedby="([^"]+)"/);
  expect(markup).toMatch(new RegExp(`id="${reason}">No existe esa fecha`));
});

test('every part of an invalid date is invalid, and none of a valid one', () => {
  const parts = [createElement(Field, { key: 'day', label: 'Día' }), createElement(Field, { key: 'month', label: 'Mes' })];
  const refused = (error?: string) =>
    html(FieldGroup, { legend: 'Nacimiento', error, children: parts }).match(/<input[^>]*aria-invalid="true"/g);
  expect(refused('No existe esa fecha')).toHaveLength(2);
  expect(refused()).toBeNull();
});

test('a dialog is named by its title, which carries the key of its message', () => {
  const markup = html(Dialog, {
    open: false,
    onClose: () => undefined,
    title: 'Atención',
    closeLabel: 'Cerrar',
    message: 'Attention',
    children: '',
  });
  const id = idOf(markup, /<dialog[^>]*aria-labelledby="([^"]+)"/);
  expect(markup).toMatch(new RegExp(`<h2 id="${id}"[^>]*data-msg="Attention"`));
  expect(markup).toMatch(/<button[^>]*aria-label="Cerrar"/);
});

test('a menu opens before any script runs', () => {
  const markup = html(Menu, {
    label: 'Cuenta',
    children: createElement('li', {}, createElement('a', { href: '/myOrders' }, 'Mis compras')),
  });
  const id = idOf(markup, /popovertarget="([^"]+)"/i);
  expect(markup).toMatch(new RegExp(`<ul[^>]*id="${id}"[^>]*popover="auto"`));
});

test('an error is announced at once, other notices when there is a pause', () => {
  expect(html(Notice, { kind: 'error', title: 'Algo falló' })).toMatch(/role="alert"/);
  expect(html(Notice, { kind: 'success', title: 'Listo' })).toMatch(/role="status"/);
});

test('an amount is written as the brand writes it, with its plain value for machines', () => {
  const markup = html(Money, { amount: 1_234_500, locale: { price: 'es-AR', currency: 'ARS', decimals: 0 } });
  expect(markup).toMatch(/value="12345\.00"/);
  expect(markup.replace(/\u00a0/g, ' ')).toContain('$ 12.345');
});

const image = { url: '/images/a.svg', width: 600, height: 900, alt: 'Afiche de La gaviota', ink: '#204060' };

test('a poster has its size and its colour before it loads', () => {
  const markup = html(Poster, { image });
  expect(markup).toMatch(/aspect-ratio:600 \/ 900/);
  expect(markup).toMatch(/background-color:#204060/);
  expect(markup).toMatch(/width="600" height="900" alt="Afiche de La gaviota" loading="lazy"/);
});

test('only the poster of the first view is fetched before the others', () => {
  expect(html(Poster, { image, first: true })).toMatch(/fetchpriority="high"/i);
  expect(html(Poster, { image, eager: true })).not.toMatch(/fetchpriority/i);
});

test('a poster offers its variants by format and width', () => {
  const variants = [400, 800].map((width) => ({ url: `/images/a-${width}.avif`, width, mediaType: 'image/avif' }));
  expect(html(Poster, { image: { ...image, variants }, sizes: '50vw' })).toContain(
    'type="image/avif" srcSet="/images/a-400.avif 400w, /images/a-800.avif 800w" sizes="50vw"',
  );
});

test('a poster without an image keeps its space', () => {
  expect(html(Poster, { image: undefined, ratio: '2 / 3' })).toMatch(/^<div[^>]*style="aspect-ratio:2 \/ 3"/);
});
