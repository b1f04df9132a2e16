import { type Html, html, page } from '../page.ts';
import { openedAs, type ReceivedMail } from './inbox.ts';

const time = new Intl.DateTimeFormat('es-AR', { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' });
const kilobytes = new Intl.NumberFormat('es-AR', { maximumFractionDigits: 1 });

export function inboxPage(mails: readonly ReceivedMail[]): string {
  return page({
    title: 'Correo',
    body: html`
      <h1>Correo</h1>
      <p class="lead">Lo que se mandó desde que arrancó la caja de arena, lo último primero. Se guardan 200.</p>
      ${mails.length === 0 ? html`<p class="empty">Todavía no llegó ningún correo. Creá una cuenta y recargá esta página.</p>` : list(mails)}`,
  });
}

const list = (mails: readonly ReceivedMail[]): Html => html`
  <ul class="mails">${mails.map(
    ({ id, subject, to, receivedAt }) => html`
    <li><a href="/mail/${id}">
      <span class="subject">${subject || '(sin asunto)'}</span>
      <span class="meta">${to.join(', ')} · ${time.format(receivedAt)}</span>
    </a></li>`,
  )}</ul>`;

/** One mail as it would be read; its HTML stands in a frame that runs nothing and reaches nothing. */
export function mailPage(mail: ReceivedMail): string {
  return page({
    title: mail.subject || '(sin asunto)',
    body: html`
      <p><a href="/mail">← Correo</a></p>
      <h1>${mail.subject || '(sin asunto)'}</h1>
      <dl>
        <dt>De</dt><dd>${mail.from}</dd>
        <dt>Para</dt><dd>${mail.to.join(', ')}</dd>
        <dt>Llegó</dt><dd>${time.format(mail.receivedAt)}</dd>
        <dt>Identificador</dt><dd>${mail.messageId}</dd>
      </dl>
      ${mail.attachments.length === 0 ? '' : attachments(mail)}
      ${mail.html === '' ? '' : frame(mail.html)}
      ${mail.text === '' ? '' : html`<h2>Como texto</h2><pre>${mail.text}</pre>`}`,
  });
}

const frame = (content: string): Html => html`
  <h2>Como se ve</h2>
  <iframe title="El correo como se ve" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${`<base target="_blank">${content}`}"></iframe>`;

const attachments = (mail: ReceivedMail): Html => html`
  <h2>Adjuntos</h2>
  <ul class="attachments">${mail.attachments.map((attachment, index) => {
    const address = `/mail/${mail.id}/attachments/${index}`;
    return html`
    <li>
      <span class="subject">${attachment.name}</span>
      <span class="meta">${attachment.mediaType} · ${kilobytes.format(attachment.bytes.length / 1024)} kB</span>
      <span class="actions">
        ${openedAs(attachment) ? html`<a href="${address}/open" target="_blank" rel="noopener">Abrir<span class="unseen"> ${attachment.name}</span></a>` : ''}
        <a href="${address}">Descargar<span class="unseen"> ${attachment.name}</span></a>
      </span>
    </li>`;
  })}</ul>`;
