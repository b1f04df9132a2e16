import { Marked } from 'marked';

export interface InfoPage {
  readonly title: string;
  readonly html: string;
}

const SAFE_ADDRESS = /^(?:https?:|mailto:|tel:|\/|#)/i;

const marked = new Marked({
  renderer: {
    // A brand's texts are Markdown; markup in them would be a way around the content policy.
    html: () => '',
    image: () => '',
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      return SAFE_ADDRESS.test(href) ? `<a href="${href.replace(/"/g, '%22')}">${text}</a>` : text;
    },
  },
});

/** A brand's text as a page: its first heading is the title, `{{name}}` and the like take values of the brand. */
export function infoPage(markdown: string, values: Readonly<Record<string, string>>): InfoPage {
  const filled = markdown.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
  const [, title = '', body = filled] = /^#[ \t]+(.+)\n([\s\S]*)$/.exec(filled.trimStart()) ?? [];
  return { title: title.trim(), html: marked.parse(body, { async: false }) };
}
