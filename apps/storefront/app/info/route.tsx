import { Marked } from 'marked';
import { data, useNavigate } from 'react-router';
import { worldOf } from '../calls/server-call.ts';
import { useFrame } from '../frame/use-frame.ts';
import { paths } from '../paths.ts';
import type { Route } from './+types/route';
import styles from './Info.module.css';

/**
 * An information page of the brand (S-35..S-42). It has no call of the API, so later navigations ask for this loader's
 * data, which is kept like a page.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { brand, look } = worldOf(context);
  const name = nameOf(request);
  const text = name && look.pages[name];
  if (!text) throw data(null, { status: 404 });
  return infoPage(text, { name: brand.name, address: brand.contact.address, phone: brand.contact.phones[0] ?? '' });
}

/** The route's name by its address; one module serves all of them. */
function nameOf(request: Request): string | undefined {
  const path = new URL(request.url).pathname.replace(/\.data$/, '').toLowerCase();
  return Object.entries(paths).find(([, entry]) => entry.path.toLowerCase() === path)?.[0];
}

/** A page of the brand's own text. */
export default function Info({ loaderData: { title, html } }: Route.ComponentProps) {
  const { brand } = useFrame();
  const navigate = useNavigate();

  // Links inside the text are plain anchors; those that stay here need no new document.
  const follow = (event: React.MouseEvent) => {
    const href = (event.target as Element).closest('a')?.getAttribute('href');
    if (!href?.startsWith('/') || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    void navigate(href);
  };

  return (
    <main id="main" className={styles.info}>
      <title>{`${title} · ${brand.name}`}</title>
      <h1 tabIndex={-1}>{title}</h1>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside are the interactive ones */}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the brand's Markdown, rendered without raw markup */}
      <div className={styles.text} onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />
    </main>
  );
}

interface InfoPage {
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
function infoPage(markdown: string, values: Readonly<Record<string, string>>): InfoPage {
  const filled = markdown.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
  const [, title = '', body = filled] = /^#[ \t]+(.+)\n([\s\S]*)$/.exec(filled.trimStart()) ?? [];
  return { title: title.trim(), html: marked.parse(body, { async: false }) };
}
