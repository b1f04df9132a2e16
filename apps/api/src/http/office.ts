import type { FastifyInstance } from 'fastify';
import { contentSecurityPolicy } from './content-security.ts';

export interface OfficePage {
  /** The whole page. */
  readonly page: () => Promise<string>;
  /** Lets the development server put its styles into it. */
  readonly developing: boolean;
}

/** The office's one page; kept by nobody, because it names files of the latest build and costs nothing to send. */
export function mountOffice(app: FastifyInstance, { page, developing }: OfficePage) {
  app.get('/oficina', { logLevel: 'warn' }, async (_, reply) => {
    const html = await page();
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': contentSecurityPolicy(html, { openStyles: developing }),
      })
      .send(html);
  });
}
