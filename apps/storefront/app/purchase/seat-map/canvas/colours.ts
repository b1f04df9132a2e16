import { type CSSProperties, useEffect, useState } from 'react';
import type { ShownLevel } from '../store/price-levels.ts';

/** Parts from 0 to 1. */
type Rgb = readonly [number, number, number];

/** For shapes that carry meaning (WCAG 1.4.11). */
const LEAST_CONTRAST = 3;
/** A colour moves towards black or white in steps of this share. */
const STEP = 0.04;

/** For levels without a colour of their own: Okabe and Ito's series, distinguishable with any colour vision. */
const SERIES = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#8a6d00', '#56b4e9', '#6b4f9e', '#7a7a7a'];

export const seriesColour = (index: number): string => SERIES[index % SERIES.length] as string;

/** The colour, as much lighter or darker as it takes to stand out from its ground by 3 to 1. */
export function standingOut(colour: string, ground: string): string {
  const [on, base] = [parse(colour), parse(ground)];
  const towards: Rgb = luminance(base) > 0.18 ? [0, 0, 0] : [1, 1, 1];
  for (let part = 0; part < 1; part += STEP) {
    const tried = mixed(on, towards, part);
    if (contrast(tried, base) >= LEAST_CONTRAST) return written(tried);
  }
  return written(towards);
}

/** How far apart two levels' colours are at least, in OKLab: less looks like one colour on a small place. */
const LEAST_APART = 0.13;
/** Tried towards white and towards black. */
const SHADES = [0.15, 0.3, 0.45, 0.6, 0.75];

/** A colour for each level that stands out from its ground and looks like none before it: its own, else a shade of it, else one of the series. */
export function distinctColours(colours: readonly string[], ground: string): readonly string[] {
  const chosen: string[] = [];
  for (const colour of colours) {
    const own = standingOut(colour, ground);
    const shades = SHADES.flatMap((part) => [mix(own, '#ffffff', part), mix(own, '#000000', part)]);
    const candidates = [own, ...shades, ...SERIES].filter((one) => contrast(parse(one), parse(ground)) >= LEAST_CONTRAST - 0.03);
    const apart = (one: string) => Math.min(...chosen.map((other) => distanceOf(one, other)));
    chosen.push(candidates.find((one) => apart(one) >= LEAST_APART) ?? candidates.toSorted((a, b) => apart(b) - apart(a))[0] ?? own);
  }
  return chosen;
}

/** In OKLab, where equal distances look equal. */
export function distanceOf(one: string, other: string): number {
  const [a, b] = [oklab(parse(one)), oklab(parse(other))];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function oklab(rgb: Rgb): Rgb {
  const [r, g, b] = rgb.map(linearOf) as [number, number, number];
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  ];
}

/** The ink, of two, that reads better on a ground. */
export const inkOn = (ground: string, inks: readonly [string, string]): string =>
  contrast(parse(inks[0]), parse(ground)) >= contrast(parse(inks[1]), parse(ground)) ? inks[0] : inks[1];

const mix = (colour: string, other: string, part: number): string => written(mixed(parse(colour), parse(other), part));

const mixed = (one: Rgb, other: Rgb, part: number): Rgb =>
  [0, 1, 2].map((index) => (one[index] as number) * (1 - part) + (other[index] as number) * part) as unknown as Rgb;

const written = (rgb: Rgb) => `rgb(${rgb.map((value) => Math.round(value * 255)).join(' ')})`;

/** `#rrggbb`, or `rgb(r, g, b)` as a browser computes it. */
function parse(colour: string): Rgb {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  if (hex) return hex.slice(1).map((part) => Number.parseInt(part, 16) / 255) as unknown as Rgb;
  const numbers =
    colour
      .match(/[\d.]+/g)
      ?.slice(0, 3)
      .map(Number) ?? [];
  const [red = 0, green = 0, blue = 0] = numbers;
  return [red / 255, green / 255, blue / 255];
}

function contrast(one: Rgb, other: Rgb): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linearOf(red) + 0.7152 * linearOf(green) + 0.0722 * linearOf(blue);
}

const linearOf = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);

const MEDIA = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)'];

/** Calls back when colours may have changed: the system's theme, or the page's own. */
export function watchTheme(changed: () => void): () => void {
  const queries = MEDIA.map((query) => matchMedia(query));
  for (const query of queries) query.addEventListener('change', changed);
  const page = new MutationObserver(changed);
  page.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class', 'style'] });
  return () => {
    for (const query of queries) query.removeEventListener('change', changed);
    page.disconnect();
  };
}

const TOKENS = ['paper', 'surface', 'sunken', 'empty', 'ink', 'ink-soft', 'hairline', 'edge', 'accent', 'focus'] as const;
type Token = (typeof TOKENS)[number];

/** How much of a level's colour is left where a filter asks for another one. */
const DIMMED = 0.78;
/** The stage has a muted colour. */
const STAGE = 0.7;

interface LevelColours {
  readonly fill: string;
  /** Reads on the fill. */
  readonly ink: string;
  readonly dimmed: string;
}

/** The colours of the theme that is on, as the canvas needs them: computed. */
export interface Palette extends Readonly<Record<Token, string>> {
  readonly stage: string;
  readonly levels: readonly LevelColours[];
  readonly font: string;
}

export function readPalette(element: HTMLElement, levels: readonly ShownLevel[]): Palette {
  const probe = element.ownerDocument.createElement('span');
  element.append(probe);
  const computed = (token: Token) => {
    probe.style.color = `var(--${token})`;
    return getComputedStyle(probe).color;
  };
  const tokens = Object.fromEntries(TOKENS.map((token) => [token, computed(token)])) as Record<Token, string>;
  const font = getComputedStyle(element).fontFamily;
  probe.remove();
  const stage = mix(tokens['ink-soft'], tokens.sunken, STAGE);
  const fills = distinctColours(
    levels.map(({ colour }, index) => colour ?? seriesColour(index)),
    tokens.surface,
  );
  return { ...tokens, stage, font, levels: fills.map((fill) => coloursOf(fill, tokens)) };
}

function coloursOf(fill: string, { surface, ink, paper }: Readonly<Record<Token, string>>): LevelColours {
  return { fill, ink: inkOn(fill, [paper, ink]), dimmed: mix(fill, surface, DIMMED) };
}

/** The levels' colours as the canvas shows them in the theme that is on; on the server, as the map has them. */
export function useLevelColours(levels: readonly ShownLevel[]): readonly string[] {
  const [colours, setColours] = useState(() => levels.map(({ colour }, index) => colour ?? seriesColour(index)));
  useEffect(() => {
    const read = () => setColours(readPalette(document.body, levels).levels.map(({ fill }) => fill));
    read();
    return watchTheme(read);
  }, [levels]);
  return colours;
}

/** A level's colour for the style sheet, as `--level`. */
export const levelStyle = (colour: string | undefined) => ({ '--level': colour }) as CSSProperties;
