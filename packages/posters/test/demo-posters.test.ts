import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { demoShows } from '../../../demo/butaca/index.ts';
import { muaShows } from '../../../demo/mua/shows.ts';
import { drawImage, drawScene, imageAlt, imageKinds, imageSizes, inkOf, sceneAlt, scenes } from '../src/index.ts';
import { strayTag } from './stray-tag.ts';

const seasons = [demoShows, muaShows];
const shows = seasons.flat();
const images = shows.flatMap((show) => imageKinds.map((kind) => ({ name: `${show.slug} ${kind}`, kind, ...drawImage(show, kind) })));
const drawn = [
  ...images,
  ...shows.flatMap((show) => scenes.map((scene) => ({ name: `${show.slug} ${scene}`, ...drawScene(show, scene) }))),
];

test('every demo show has its own slug and an image of every kind, in the size the kind promises', () => {
  expect(new Set(shows.map((show) => show.slug)).size).toBe(shows.length);
  for (const { kind, svg, width, height } of images) {
    expect({ width, height }).toEqual(imageSizes[kind]);
    expect(svg).toContain(`viewBox="0 0 ${width} ${height}"`);
  }
});

test('every image is well-formed and holds no number that is not one', () => {
  for (const { name, svg } of drawn) {
    expect(strayTag(svg), name).toBeUndefined();
    expect(svg, name).not.toMatch(/NaN|Infinity|undefined/);
  }
});

test('images hold outlines only: no text, font, script, style, filter or outside address', () => {
  for (const { name, svg } of drawn) {
    expect(svg, name).not.toMatch(/<(?:text|tspan|font|script|style|filter|image|foreignObject)\b|\son\w+=|\shref=|@import/);
    expect(svg.replace(' xmlns="http://www.w3.org/2000/svg"', ''), name).not.toMatch(/https?:|data:|url\((?!#)/);
  }
});

test('images are light: at most 25 kB, 12 kB compressed', () => {
  for (const { name, svg } of drawn) {
    expect(Buffer.byteLength(svg), name).toBeLessThanOrEqual(25_600);
    expect(gzipSync(svg).length, name).toBeLessThanOrEqual(12_000);
  }
});

test('no two images are the same, nor share an id, so all of them can stand in one page', () => {
  expect(new Set(drawn.map(({ svg }) => svg)).size).toBe(drawn.length);
  const ids = drawn.flatMap(({ svg }) => [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  expect(new Set(ids).size).toBe(ids.length);
});

test('a show looks the same every time it is drawn', () => {
  for (const show of shows) for (const kind of imageKinds) expect(drawImage(show, kind)).toEqual(drawImage({ ...show }, kind));
});

test('each poster is described in Spanish with its title, and has a colour to wait with', () => {
  for (const show of shows) {
    expect(imageAlt(show, 'poster')).toMatch(new RegExp(`^Afiche de ${show.title}: .+\\.$`));
    expect(new Set(scenes.map((scene) => sceneAlt(show, scene))).size).toBe(scenes.length);
    expect(Object.values(inkOf(show)).join()).toMatch(/^#[\da-f]{6},#[\da-f]{6}$/);
  }
});

test('two shows that follow each other never share motif, palette or both layout and face', () => {
  for (const season of seasons) {
    season.slice(1).forEach((show, index) => {
      const [one, other] = [show.art, season[index]?.art];
      expect(one.motif, show.slug).not.toBe(other?.motif);
      expect(one.palette[0], show.slug).not.toBe(other?.palette[0]);
      expect(`${one.layout} ${one.face}`, show.slug).not.toBe(`${other?.layout} ${other?.face}`);
    });
  }
});
