/** Markup whose variable parts are escaped. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = string | number | Html | readonly Part[];

/** Escapes everything that is not `Html` already. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(texts.reduce((markup, text, index) => markup + write(parts[index - 1] ?? '') + text));
}

function write(part: Part): string {
  if (part instanceof Html) return part.markup;
  if (typeof part === 'object') return part.map(write).join('');
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
