import { expect, test } from 'vitest';
import { entrance } from '../../app/room/next-url.ts';

const origin = 'https://entradas.example';

test('a turn leads to the page the visitor came for, else to where the queue host says, on the web alone', () => {
  expect(entrance('/funcion/12?h=abc#mapa', '/otra', origin)).toBe('/funcion/12?h=abc#mapa');
  expect(entrance('//evil.example', '/funcion/12', origin)).toBe(`${origin}/funcion/12`);
  expect(entrance('/\tevil.example', '/funcion/12', origin)).toBe(`${origin}/funcion/12`);
  expect(entrance(null, 'https://cola.example/12', origin)).toBe('https://cola.example/12');
  expect(entrance(null, 'javascript:alert(1)', origin)).toBeNull();
});
