import { expect, test } from 'vitest';
import { drawImage, inkOf } from '../src/index.ts';
import { fit, justify, paragraph } from '../src/lettering/block.ts';
import { faceFor, faceNames, fontOf } from '../src/lettering/faces.ts';
import { strayTag } from './stray-tag.ts';

test('every poster face has the letters and signs of Spanish', () => {
  for (const face of faceNames)
    for (const letter of 'áéíóúÁÉÍÓÚñÑüÜ¿?¡!«»–·&,.:')
      expect(fontOf(face).hasGlyphForCodePoint(letter.codePointAt(0) ?? 0), `${face} ${letter}`).toBe(true);
});

test('a title keeps inside its box however long it is', () => {
  for (const title of [
    'Ñ',
    'Otelo',
    'El burlador de Sevilla y convidado de piedra',
    'Los cuatro jinetes de la noche más larga del último invierno en la ciudad sin nombre',
  ]) {
    for (const set of [fit, justify]) {
      const block = set(title, { face: 'condensed', width: 300, height: 200 });
      expect(block.width, title).toBeLessThanOrEqual(300.01);
      expect(block.height, title).toBeLessThanOrEqual(200.01);
    }
  }
});

test('credits break between people before they break a name', () => {
  const whole = paragraph('Ana Ríos · Luis Soto', 20, 1000);
  const broken = paragraph('Ana Ríos · Luis Soto', 20, 120);
  expect(broken.width).toBeLessThanOrEqual(120);
  expect(broken.height).toBeGreaterThan(whole.height * 1.5);
});

test('a letter the display face lacks is set in the text face, and one that no face has is refused by name', () => {
  expect(faceFor('Señal', 'condensed')).toBe('condensed');
  expect(() => faceFor('能', 'condensed')).toThrow('no poster face has the letter "能" (U+80FD) of "能"');
});

test('an imported show without art direction gets a poster of its own, always the same', () => {
  const show = { slug: 'obra-importada', title: 'Obra importada', credits: 'Autora: Nadia Prueba' };
  const poster = drawImage(show, 'poster');
  expect(strayTag(poster.svg)).toBeUndefined();
  expect(drawImage(show, 'poster')).toEqual(poster);
  expect(drawImage({ ...show, slug: 'otra-obra' }, 'poster')).not.toEqual(poster);
  expect(inkOf(show).background).toMatch(/^#[\da-f]{6}$/);
});
