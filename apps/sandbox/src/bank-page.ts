import { createHash } from 'node:crypto';
import { Html, html, page } from './page.ts';

/** A page with its own policy: it stands in frames of the shop. */
export interface FramedPage {
  readonly markup: string;
  readonly policy: string;
}

export const framed = (markup: string, script: string | null, formsTo = "'self'"): FramedPage => ({
  markup,
  policy: [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    ...(script ? [`script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`] : []),
    `form-action ${formsTo}`,
    'frame-ancestors http: https:',
    "base-uri 'none'",
  ].join('; '),
});

export const scriptTag = (script: string) => new Html(`<script>${script}</script>`);

/** Tells the page around the frame; it is text that a script may hold. */
export const messageScript = (message: object | string): string =>
  `parent.postMessage(${JSON.stringify(message).replaceAll('<', '\\u003c')}, '*')`;

interface Question {
  /** `116480.00 ARS`. */
  readonly amount: string;
  readonly lastFour: string;
  readonly answerUrl: string;
  /** Sent back with the answer, whose name is `end`. */
  readonly fields: Readonly<Record<string, string>>;
}

/** The bank's question to its customer. */
export function questionPage({ amount, lastFour, answerUrl, fields }: Question): FramedPage {
  const button = (end: string, label: string) => html`<button name="end" value="${end}">${label}</button> `;
  return framed(
    page({
      title: 'Tu banco',
      framed: true,
      body: html`
        <h1>Tu banco pregunta si sos vos</h1>
        <p class="lead">Esto es una simulación: ningún banco la ve y no se mueve dinero.</p>
        <p>Pago de <b>${amount}</b> con la tarjeta terminada en ${lastFour}.</p>
        <form method="post" action="${answerUrl}">
          ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
          ${button('passed', 'Sí, soy yo')}${button('failed', 'No soy yo')}${button('cancelled', 'Cancelar')}
          <button name="end" value="none">Cerrar sin contestar</button>
        </form>`,
    }),
    null,
  );
}

/** The bank's page, left without an answer. */
export const unansweredPage = (): FramedPage =>
  framed(
    page({
      title: 'Sin respuesta',
      framed: true,
      body: html`<h1>Sin respuesta</h1><p class="lead">Simulación: el banco no contesta nada.</p>`,
    }),
    null,
  );
