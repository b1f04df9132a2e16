import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { errorPage, type Html, html, page } from '../page.ts';
import { type Inbox, openedAs, type ReceivedMail } from './inbox.ts';
import { type MailControl, MailSwitches } from './switches.ts';

const HTML = 'text/html; charset=utf-8';

/** `/mail` for people, `/mail.json` and `/mail/control` for tests. */
export function mailRoutes(app: FastifyInstance, { inbox, control }: { inbox: Inbox; control: MailControl }) {
  app.get('/mail/control', () => ({ switches: control.switches }));
  app.put('/mail/control', ({ body, headers }, reply) => {
    const from = headers['sec-fetch-site'];
    if (from !== undefined && from !== 'same-origin') return reply.code(403).send({ problem: 'from another site' });
    const switches = MailSwitches.safeParse(body ?? {});
    if (!switches.success) return reply.code(400).send({ problem: z.prettifyError(switches.error) });
    control.switches = switches.data;
    return { switches: control.switches };
  });

  app.get('/mail', (_, reply) => reply.type(HTML).send(inboxPage(inbox.newestFirst())));

  app.get('/mail.json', () => ({
    mails: inbox.newestFirst().map(({ attachments, pictures, ...mail }) => ({
      ...mail,
      pictures: pictures.map(({ cid, mediaType, bytes }) => ({ cid, mediaType, size: bytes.length })),
      attachments: attachments.map(({ name, mediaType, bytes }) => ({ name, mediaType, size: bytes.length })),
    })),
  }));

  app.get<{ Params: { id: string } }>('/mail/:id', ({ params }, reply) => {
    const mail = inbox.find(Number(params.id));
    if (!mail) return reply.code(404).type(HTML).send(errorPage('Ese correo ya no está: se guardan los últimos 200.'));
    return reply.type(HTML).send(mailPage(mail));
  });

  app.get<AttachmentAddress>('/mail/:id/attachments/:index', ({ params }, reply) => {
    const attachment = attachmentOf(inbox, params);
    if (!attachment) return reply.code(404).type(HTML).send(errorPage('Ese adjunto no existe.'));
    return reply
      .header('content-disposition', `attachment; ${fileName(attachment.name)}`)
      .type('application/octet-stream')
      .send(attachment.bytes);
  });

  app.get<AttachmentAddress>('/mail/:id/attachments/:index/open', ({ params }, reply) => {
    const attachment = attachmentOf(inbox, params);
    const mediaType = attachment && openedAs(attachment);
    if (!mediaType) return reply.code(404).type(HTML).send(errorPage('Ese adjunto no se puede abrir acá.'));
    // The browsers' own viewers are pages too, which a policy that allows nothing would leave blank.
    if (mediaType === 'application/pdf') reply.header('content-security-policy', "frame-ancestors 'none'");
    return reply
      .header('content-disposition', `inline; ${fileName(attachment.name)}`)
      .type(mediaType)
      .send(attachment.bytes);
  });
}

interface AttachmentAddress {
  Params: { id: string; index: string };
}

const attachmentOf = (inbox: Inbox, { id, index }: AttachmentAddress['Params']) => inbox.find(Number(id))?.attachments[Number(index)];

const fileName = (name: string) => `filename*=UTF-8''${encodeURIComponent(name)}`;

const time = new Intl.DateTimeFormat('es-AR', { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' });
const kilobytes = new Intl.NumberFormat('es-AR', { maximumFractionDigits: 1 });

function inboxPage(mails: readonly ReceivedMail[]): string {
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
function mailPage(mail: ReceivedMail): string {
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
        ${mail.listUnsubscribe === '' ? '' : html`<dt>Baja</dt><dd>${mail.listUnsubscribe}</dd>`}
      </dl>
      ${mail.attachments.length === 0 ? '' : attachments(mail)}
      ${mail.html === '' ? '' : frame(withPictures(mail))}
      ${mail.text === '' ? '' : html`<h2>Como texto</h2><pre>${mail.text}</pre>`}`,
  });
}

/** Its own pictures stand in it, and nothing is loaded. */
const withPictures = ({ html: content, pictures }: ReceivedMail): string =>
  pictures.reduce((shown, { cid, mediaType, bytes }) => {
    if (!/^image\/(?:png|jpeg)$/.test(mediaType)) return shown;
    return shown.replaceAll(`"cid:${cid}"`, `"data:${mediaType};base64,${bytes.toString('base64')}"`);
  }, content);

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
