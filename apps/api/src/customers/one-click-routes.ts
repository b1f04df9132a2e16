import { queryNames, Refusal } from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import { languageOf } from '#http/language';
import { textsOf } from '../texts/index.ts';

const LARGEST_FORM_BYTES = 4096;

/** The address of `List-Unsubscribe`: mail programs send a form to it (RFC 8058), people open the page that stands there. */
export function serveOneClick(app: FastifyInstance, path: string, leave: (link: string) => Promise<void>) {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, __, done) => done(null, null));
    const fromMail = {
      bodyLimit: LARGEST_FORM_BYTES,
      config: { postedFromElsewhere: 'mail programs post the link of the mail, without cookies (RFC 8058)' },
    };
    scope.post<{ Querystring: Readonly<Record<string, unknown>> }>(path, fromMail, async (request, reply) => {
      const { answers: t } = textsOf(languageOf(request));
      reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8');
      const link = request.query[queryNames.link];
      try {
        await leave(typeof link === 'string' ? link : '');
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return reply.code(404).send(t('newsletter.notOurs'));
      }
      return reply.send(t('newsletter.left'));
    });
  });
}
