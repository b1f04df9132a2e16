import type { FastifyInstance } from 'fastify';
import { errorPage } from '../pages/page.ts';
import type { Inbox } from './inbox.ts';
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

  app.get<{ Params: { id: string; index: string } }>('/mail/:id/attachments/:index', ({ params }, reply) => {
    const attachment = inbox.find(Number(params.id))?.attachments[Number(params.index)];
    if (!attachment) return reply.code(404).type(HTML).send(errorPage('Ese adjunto no existe.'));
    return reply
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(attachment.name)}`)
      .type('application/octet-stream')
      .send(attachment.bytes);
  });
}
