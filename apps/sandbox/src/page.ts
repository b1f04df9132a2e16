import { escapeUTF8 } from 'entities';

/** `framed`: it stands in a page of the shop, beside whose landmarks it has a name of its own and no way to elsewhere. */
export function page({ title, body, framed = false }: { title: string; body: Html; framed?: boolean }): string {
  return html`${new Html('<!doctype html>')}
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Caja de arena</title>
<style>${new Html(styles)}</style>
</head>
<body>
${
  framed
    ? html`<main aria-label="${title}">${body}</main>`
    : html`<header><a href="/">Caja de arena</a><nav><a href="/mail">Correo</a><a href="/gateway">Tarjetas</a><a href="/identity">Ingreso</a></nav></header>
<main>${body}</main>`
}
</body>
</html>`.markup;
}

export const errorPage = (sentence: string): string =>
  page({ title: 'No está', body: html`<h1>${sentence}</h1><p><a href="/">Ir al inicio</a></p>` });

/** One calm sheet for every page of the sandbox; system fonts, light and dark. */
const styles = `
:root { --paper: #faf8f4; --ink: #1d1a16; --soft: #6b6259; --line: #e2dcd2; --link: #7a3a1d }
@media (prefers-color-scheme: dark) { :root { --paper: #181613; --ink: #efeae2; --soft: #a99f92; --line: #36312a; --link: #e8a27c } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 ui-sans-serif, system-ui, sans-serif }
header, main { width: min(46rem, 100% - 2rem); margin-inline: auto; padding-block: 1.25rem }
header { display: flex; gap: 1.5rem; justify-content: space-between; border-bottom: 1px solid var(--line) }
nav { display: flex; gap: 1.25rem }
header a { text-decoration: none; font-weight: 600 }
main { padding-block: 2.5rem 5rem }
a { color: var(--link); text-underline-offset: .15em }
a:focus-visible { outline: 2px solid currentColor; outline-offset: 3px; border-radius: 2px }
h1 { margin: 0 0 1rem; font: 400 clamp(1.8rem, 5vw, 2.6rem)/1.15 ui-serif, Georgia, serif; text-wrap: balance; overflow-wrap: anywhere }
h2 { margin: 2.5rem 0 .75rem; font: 600 1rem/1.4 ui-sans-serif, system-ui, sans-serif }
.lead { max-width: 38rem; color: var(--soft); font-size: 1.125rem }
.meta, dt { color: var(--soft); font-size: .9rem }
.empty { padding: 3rem 1rem; border: 1px dashed var(--line); text-align: center; color: var(--soft) }
.mails, .services { margin: 2rem 0 0; padding: 0; list-style: none; border-top: 1px solid var(--line) }
.mails li, .attachments { margin: 0; padding: 0; list-style: none; border-top: 1px solid var(--line) }
.attachments li { display: grid; grid-template-columns: 1fr max-content; gap: .1rem 1.25rem; padding: .75rem 0; border-bottom: 1px solid var(--line) }
.attachments .meta { grid-column: 1 }
.attachments .actions { display: flex; gap: 1rem; align-items: center; grid-area: 1 / 2 / span 2 }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
.services li { border-bottom: 1px solid var(--line) }
.mails a { display: grid; gap: .15rem; padding: .9rem 0; color: inherit; text-decoration: none }
.mails a:hover .subject { text-decoration: underline }
.subject { font-weight: 600; overflow-wrap: anywhere }
.services li { padding: .5rem 0 1rem }
.services h2 { margin: 1rem 0 .25rem; font: 400 1.4rem/1.3 ui-serif, Georgia, serif }
.services p { margin: 0 0 .5rem }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.25rem; margin: 0 }
dd { margin: 0; overflow-wrap: anywhere }
iframe { width: 100%; height: 36rem; border: 1px solid var(--line); border-radius: .5rem; background: #fff }
.wide { overflow-x: auto }
.wide:focus-visible { outline: 2px solid currentColor; outline-offset: 3px }
table { width: 100%; border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums }
th, td { padding: .5rem 1rem .5rem 0; border-bottom: 1px solid var(--line); text-align: start; white-space: nowrap }
th { color: var(--soft); font-weight: 400 }
.figure { text-align: end }
code { font: .9em ui-monospace, monospace }
label { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: center; justify-content: space-between; padding: .5rem 0; border-bottom: 1px solid var(--line) }
input[type=number] { width: 8rem; padding: .35rem .5rem; border: 1px solid var(--soft); border-radius: .3rem; background: transparent; color: inherit; font: inherit; text-align: end }
input[type=checkbox] { width: 1.25rem; height: 1.25rem; accent-color: var(--link) }
button { margin-top: 1rem; padding: .5rem 1.25rem; border: 0; border-radius: .3rem; background: var(--ink); color: var(--paper); font: inherit; font-weight: 600; cursor: pointer }
input:focus-visible, button:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
pre { padding: 1rem; border: 1px solid var(--line); border-radius: .5rem; white-space: pre-wrap; overflow-wrap: anywhere; font: .9rem/1.5 ui-monospace, monospace }
`;

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
  return escapeUTF8(String(part));
}
