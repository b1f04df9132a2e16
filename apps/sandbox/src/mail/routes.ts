import type { FastifyInstance } from 'fastify';
import { errorPage } from '../page.ts';
import { type Inbox, openedAs } from './inbox.ts';
import { inboxPage, mailPage } from './pages.ts';

const HTML = 'text/html; charset=utf-8';

/** `/mail` for people, `/mail.json` for tests. */
export function mailRoutes(app: FastifyInstance, inbox: Inbox) {
  app.get('/mail', (_, reply) => reply.type(HTML).send(inboxPage(inbox.newestFirst())));

  app.get('/mail.json', () => ({
    mails: inbox.newestFirst().map(({ attachments, ...mail }) => ({
      ...mail,
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
