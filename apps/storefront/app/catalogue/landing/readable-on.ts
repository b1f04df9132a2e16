// With softer colours than these two, neither reaches 4.5 on some backgrounds.
const LIGHT = '#ffffff';
const DARK = '#000000';

/** White or black, whichever has the higher contrast on a background (`#rrggbb`): at least 4.5 to 1 (WCAG 1.4.3). */
export function readableOn(ground: string): typeof LIGHT | typeof DARK {
  return contrast(ground, LIGHT) > contrast(ground, DARK) ? LIGHT : DARK;
}

/** WCAG's contrast of two colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => linear(Number.parseInt(hex.slice(start, start + 2), 16) / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
