const elements = new Set(
  `svg g defs symbol use path rect circle ellipse line polyline polygon text tspan textPath title desc clipPath mask pattern marker
   linearGradient radialGradient stop style filter feBlend feColorMatrix feComponentTransfer feFuncR feFuncG feFuncB feFuncA feComposite
   feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feGaussianBlur feMerge feMergeNode feMorphology
   feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence metadata`.split(/\s+/),
);

const TAG = /<(?<end>\/?)(?<name>[A-Za-z][\w:.-]*)(?<attributes>(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*\/?>/y;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const SKIPPED = /<\?xml[^?]*\?>|<!--(?:[^-]|-(?!-))*-->/g;
const FOREIGN_PREFIX = /^(?:sodipodi|inkscape|rdf|cc|dc):/;

/** Why an SVG is not taken, or null: what is not plain drawing is refused rather than repaired, so nothing slips through a repair. */
export function svgProblem(svg: string): string | null {
  const text = svg.replace(SKIPPED, '');
  if (/<[!?]/.test(text)) return 'a document type, entity, CDATA or instruction is not allowed';
  if (!/^\s*<svg[\s>]/.test(text)) return 'the root is not <svg>';
  for (let start = text.indexOf('<'); start >= 0; start = text.indexOf('<', start + 1)) {
    TAG.lastIndex = start;
    const tag = TAG.exec(text)?.groups;
    if (!tag) return 'a tag is not well formed';
    const problem = elementProblem(tag.name ?? '') ?? attributesProblem(tag.attributes ?? '');
    if (problem) return problem;
  }
  return styleProblem(text);
}

const elementProblem = (name: string) => (elements.has(name) || FOREIGN_PREFIX.test(name) ? null : `<${name}> is not allowed`);

function attributesProblem(attributes: string): string | null {
  for (const [, name = '', double, single] of attributes.matchAll(ATTRIBUTE)) {
    const value = double ?? single ?? '';
    if (/^on/i.test(name)) return `${name} is not allowed`;
    if (/(?:^|:)href$/i.test(name) && !value.startsWith('#')) return `${name} may only point inside the image`;
    if (value.includes('&#')) return `${name} hides letters behind references`;
    if (name === 'style' && value.includes('\\')) return 'an escape in a style is not allowed';
  }
  return null;
}

/** Addresses in attributes and style sheets; an escape could hide one. */
function styleProblem(text: string): string | null {
  if (/@import/i.test(text)) return '@import is not allowed';
  if (/url\(\s*["']?(?!\s*["']?#)/i.test(text)) return 'url() may only point inside the image';
  if (/<style[^>]*>[^<]*\\/i.test(text)) return 'an escape in a style sheet is not allowed';
  return null;
}
