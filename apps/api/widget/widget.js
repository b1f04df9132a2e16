// @ts-check
// Lists the shows of a venue in somebody else's page, in place of its script tag. Nothing is stored, and nothing is sent but the
// request for the list. The host's page must never break because of it, nor it because of the host's styles.

/** @typedef {import('@butaca/contract/widget').WidgetDocument} WidgetDocument */
/** @typedef {import('@butaca/contract/widget').WidgetShow} WidgetShow */

const USUAL_SHOWS = 6;
const MOST_SHOWS = 24;
const TIMEOUT_MS = 10000;

const DARK = '--paper:#1e1a17;--ink:#f4ede3;--soft:#b8ac9e;--line:#3a322c;--accent:#ff7f63;--focus:#8fb4ff';
const STYLES = `
:host { all: initial !important; display: block !important; }
.widget { --paper:#fffdf8;--ink:#221d19;--soft:#5e554c;--line:#dfd6c6;--accent:#b3261e;--focus:#1b4fd1;
  box-sizing: border-box; padding: 16px; border: 1px solid var(--line); border-radius: 6px;
  background: var(--paper); color: var(--ink); font: 16px/1.4 system-ui, sans-serif; overflow-wrap: anywhere; }
@media (prefers-color-scheme: dark) { .widget:not([data-theme=claro]) { ${DARK} } }
.widget[data-theme=oscuro] { ${DARK} }
h2, h3, p, ul { margin: 0; padding: 0; }
h2 { font-size: 20px; line-height: 1.2; }
h3 { font-size: 16px; line-height: 1.25; }
p, ul { margin-top: 8px; }
li p { margin-top: 4px; font-size: 14px; color: var(--soft); }
ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(280px, 100%), 1fr)); gap: 0 24px; list-style: none; }
li { position: relative; display: flex; gap: 12px; padding: 12px 0; border-top: 1px solid var(--line); }
li div { min-width: 0; flex: 1; }
img { flex: none; width: 72px; height: auto; align-self: start; border-radius: 3px; background: var(--line); }
li .state { font-weight: 600; color: var(--ink); }
a { color: var(--accent); text-underline-offset: 2px; }
h3 a { color: inherit; text-decoration: none; }
h3 a::after { content: ""; position: absolute; inset: 0; }
li:hover h3 a { text-decoration: underline; }
a:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.all { padding-top: 8px; border-top: 1px solid var(--line); }
[role=status]:empty { display: none; }
`;

/** @param {HTMLScriptElement} script */
async function start(script) {
  const shop = new URL(script.src).origin;
  const venue = (script.dataset['establecimiento'] || '').trim().toLowerCase();
  const language = languageOf(script.dataset['idioma']) || languageOf(document.documentElement.lang) || 'es';
  const t = translator(language);
  const most = Math.min(Math.max(Math.trunc(Number(script.dataset['cantidad'])) || USUAL_SHOWS, 1), MOST_SHOWS);

  // A name of its own, which rules for elements do not meet.
  const host = document.createElement('butaca-widget');
  const shadow = host.attachShadow({ mode: 'open' });
  style(shadow);
  const heading = element('h2', { id: 'title' }, t('title'));
  // There before what it says, so that screen readers notice the change.
  const status = element('p', { role: 'status' });
  const widget = element('section', { class: 'widget', lang: language, 'aria-labelledby': 'title', 'aria-busy': 'true' }, heading, status);
  const theme = script.dataset['tema'];
  if (theme === 'claro' || theme === 'oscuro') widget.dataset['theme'] = theme;
  shadow.append(widget);
  script.replaceWith(host);
  status.textContent = t('loading');

  /** @param {string} text @param {string} label @param {string} href */
  const say = (text, label, href) => {
    status.textContent = text;
    widget.append(element('p', {}, link(label, href, shop)));
  };
  const found = await read(shop, venue);
  widget.setAttribute('aria-busy', 'false');
  if (found === 'unknown') return say(venue ? t('unknown', { venue }) : t('missing'), t('shop'), shop);
  if (found === 'failed') return say(t('failed'), t('shop'), shop);
  heading.textContent = t('title.venue', { venue: found.venue });
  if (found.shows.length === 0) return say(t('empty'), t('shop'), shop);
  status.textContent = '';
  const items = found.shows.slice(0, most).map((show) => item(show, { t, language, shop }));
  // A list without markers is none for some screen readers unless it says so.
  widget.append(element('ul', { role: 'list', 'aria-labelledby': 'title' }, ...items));
  widget.append(element('p', { class: 'all' }, link(t('all'), found.page, shop)));
}

/**
 * @param {string} shop
 * @param {string} venue
 * @returns {Promise<WidgetDocument | 'unknown' | 'failed'>}
 */
async function read(shop, venue) {
  if (!venue) return 'unknown';
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
  try {
    const answer = await fetch(`${shop}/widget/${encodeURIComponent(venue)}.json`, { credentials: 'omit', signal: controller.signal });
    if (answer.status === 404) return 'unknown';
    const found = answer.ok ? await answer.json() : {};
    return Array.isArray(found.shows) ? found : 'failed';
  } catch (_) {
    return 'failed';
  } finally {
    clearTimeout(timer);
  }
}

/** @typedef {(key: string, values?: Record<string, string | number>) => string} Translate */

/**
 * @param {WidgetShow} show
 * @param {{ t: Translate, language: string, shop: string }} world
 */
function item(show, { t, language, shop }) {
  const about = element('div', {}, element('h3', {}, link(show.name, show.page, shop)));
  const dates = element('p', {});
  show.dates.forEach((date, index) => {
    if (index > 0) dates.append(' · ');
    dates.append(element('time', { datetime: date }, dateText(date, language)));
  });
  const more = show.dateCount - show.dates.length;
  if (more > 0) dates.append(` ${t(more === 1 ? 'more_one' : 'more_other', { count: more })}`);
  about.append(dates);
  const state = stateText(show, { t, language });
  if (state) about.append(element('p', { class: 'state' }, state));
  const line = element('li', {});
  if (show.image) {
    const { url, width, height } = show.image;
    // The name beside it says what it shows.
    line.append(element('img', { src: address(url, shop), alt: '', width, height, loading: 'lazy' }));
  }
  line.append(about);
  return line;
}

/** @param {WidgetShow} show @param {{ t: Translate, language: string }} world */
function stateText({ state, price, onSaleAt }, { t, language }) {
  if (state === 'sold_out') return t('sold_out');
  if (state === 'on_sale') return price ? t('from', { price }) : '';
  return onSaleAt ? `${t('coming_soon')} · ${t('on_sale_at', { date: dateText(onSaleAt, language) })}` : t('coming_soon');
}

/** In the venue's own time, whatever the reader's clock shows. @param {string} date @param {string} language */
function dateText(date, language) {
  /** @type {Intl.DateTimeFormatOptions} */
  const look = { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' };
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, look).format(new Date(`${date.slice(0, 16)}Z`));
}

/** @param {string | undefined} tag `pt-BR` is `pt`. */
function languageOf(tag) {
  const language = (tag || '').toLowerCase().split('-')[0] || '';
  return Object.keys(widgetTexts).includes(language) ? language : '';
}

/** @param {string} language @returns {Translate} */
function translator(language) {
  const texts = widgetTexts[language] || {};
  return (key, values = {}) => (texts[key] || '').replace(/\{\{(\w+)\}\}/g, (_, name) => String(values[name]));
}

/** @param {string} label @param {string} href @param {string} shop */
function link(label, href, shop) {
  return element('a', { href: address(href, shop), target: '_top', rel: 'noopener' }, label);
}

/** Never a script, whatever the list says. @param {string} href @param {string} shop */
function address(href, shop) {
  const url = new URL(href, shop);
  return /^https?:$/.test(url.protocol) ? url.href : `${shop}/`;
}

/**
 * What is appended as a string is a text, never markup.
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {...(Node | string)} content
 */
function element(name, attributes, ...content) {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, String(value));
  made.append(...content);
  return made;
}

/** As a sheet that the host's policy for styles does not ask about; in older browsers as an element. @param {ShadowRoot} shadow */
function style(shadow) {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLES);
    shadow.adoptedStyleSheets = [sheet];
  } catch (_) {
    shadow.append(element('style', {}, STYLES));
  }
}

const script = document.currentScript;
// In a page that is not as we know it the widget stays away.
if (script instanceof HTMLScriptElement) start(script).catch(() => undefined);
