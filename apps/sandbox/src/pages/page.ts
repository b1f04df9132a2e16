import { Html, html, type Html as Markup } from './html.ts';
import { styles } from './styles.ts';

export function page({ title, body }: { title: string; body: Markup }): string {
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
<header><a href="/">Caja de arena</a><nav><a href="/mail">Correo</a><a href="/gateway">Tarjetas</a></nav></header>
<main>${body}</main>
</body>
</html>`.markup;
}

export const errorPage = (sentence: string): string =>
  page({ title: 'No está', body: html`<h1>${sentence}</h1><p><a href="/">Ir al inicio</a></p>` });
