import type { LanguageCode } from '@butaca/brand/languages';
import { type QueueState, queryNames, safeNext } from '@butaca/contract';
import type { QueueDocument } from '@butaca/fair-queue';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BoundedCache } from '#http/bounded-cache';
import { contentSecurityPolicy } from '#http/content-security';
import { type KeptBody, keepBody } from '#http/kept-body';
import { languageOf } from '#http/language';
import { PERFORMANCE_ID, type QueueHost } from './host-routes.ts';
import { askTurn, join, leave, peek, type Visitor } from './visit.ts';

interface Page {
  readonly html: string;
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

interface OfRoom {
  readonly performanceId: number;
  readonly language: LanguageCode;
}

/** What draws the pages, which is an app of its own. */
interface WaitingPages {
  page(options: OfRoom & { readonly document: QueueDocument | null }): Promise<Page>;
  plainPage(
    options: OfRoom & { readonly document: QueueDocument; readonly state: QueueState | null; readonly nextUrl?: string | null },
  ): Promise<Page>;
  drawPage(options: OfRoom): Promise<Page>;
  /** The name of the plain page's field, and what it may say. */
  readonly form: { readonly field: string; readonly actions: Readonly<Record<'join' | 'enter' | 'leave', string>> };
}

interface PageDeps {
  readonly host: QueueHost;
  readonly pages: WaitingPages;
  /** Where the pages ask, if not here. */
  readonly connectTo: readonly string[];
  /** Draws every page anew and lets the development server put its styles into it. */
  readonly developing: boolean;
}

const PAGE = '/fila';
/** The page of a room is drawn once a second, however many ask for it. */
const FRESH_MS = 1000;
const STALE_MS = 10_000;
const MOST_PAGES = 200;
const BROTLI_STRENGTH = 5;
const SHARED = 'public, max-age=0, s-maxage=2, stale-while-revalidate=10, stale-if-error=300';

/** The page of those who wait (SC-014), its version without JavaScript, and the check of a draw. */
export async function waitingPageRoutes(app: FastifyInstance, { host, pages, connectTo, developing }: PageDeps) {
  const { rooms } = host.world;
  const kept = new BoundedCache<KeptBody>({
    mostEntries: MOST_PAGES,
    freshMs: developing ? 0 : FRESH_MS,
    staleMs: developing ? 0 : STALE_MS,
  });
  const manyLanguages = app.languages.languages.length > 1;
  const policyOf = ({ scripts, styles }: Page) => contentSecurityPolicy({ scripts, styles, openStyles: developing, connectTo });

  const sendShared = async (request: FastifyRequest, reply: FastifyReply, key: string, draw: () => Promise<Page>) => {
    const make = async () => {
      const page = await draw();
      const headers = {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policyOf(page),
        'cache-control': developing ? 'no-store' : SHARED,
        ...(manyLanguages ? { vary: 'cookie' } : {}),
      };
      return keepBody(200, headers, Buffer.from(page.html), BROTLI_STRENGTH);
    };
    return app.fastLane.sendOnce(request, reply, await kept.get(key, make));
  };

  app.get(PAGE, (request, reply) => {
    const { [queryNames.queue]: id } = request.query as Record<string, unknown>;
    if (typeof id !== 'string' || !PERFORMANCE_ID.test(id)) return reply.redirect('/', 303);
    const language = languageOf(request);
    const performanceId = Number(id);
    const document = rooms.get(performanceId)?.document ?? null;
    // There is nothing to wait for: no room, or one that was over long ago.
    if (!document) return notFound(reply);
    return sendShared(request, reply, `room ${id} ${language}`, () => pages.page({ performanceId, language, document }));
  });

  app.get<{ Params: { id: string } }>(`${PAGE}/:id/sorteo`, (request, reply) => {
    const { id } = request.params;
    if (!PERFORMANCE_ID.test(id) || !rooms.get(Number(id))) return notFound(reply);
    const language = languageOf(request);
    return sendShared(request, reply, `draw ${id} ${language}`, () => pages.drawPage({ performanceId: Number(id), language }));
  });

  await app.register(async (plain) => {
    plain.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(body as string))),
    );

    plain.get<{ Params: { id: string } }>(`${PAGE}/:id/simple`, async (request, reply) => {
      const room = PERFORMANCE_ID.test(request.params.id) ? rooms.get(Number(request.params.id)) : undefined;
      if (!room) return notFound(reply);
      const { performanceId } = room.row;
      const visitor = await host.visitorOf(request, reply, performanceId);
      const { answer } = await peek(host.world, visitor);
      const state = answer.number || answer.redirectUrl !== '' ? answer : null;
      const page = await pages.plainPage({
        performanceId,
        language: languageOf(request),
        document: room.document,
        state,
        nextUrl: nextOf(request),
      });
      return reply
        .headers({ 'content-security-policy': policyOf(page), 'cache-control': 'no-store' })
        .type('text/html; charset=utf-8')
        .send(page.html);
    });

    plain.post<{ Params: { id: string } }>(`${PAGE}/:id/simple`, async (request, reply) => {
      const { id } = request.params;
      if (!PERFORMANCE_ID.test(id) || !rooms.get(Number(id))) return notFound(reply);
      const visitor = await host.visitorOf(request, reply, Number(id));
      const { [pages.form.field]: action } = (request.body ?? {}) as Record<string, string>;
      const to = await act(request, reply, visitor, action);
      return reply.header('cache-control', 'no-store').redirect(to, 303);
    });
  });

  /** Does what a button of the plain page says; answers where its visitor goes on. */
  async function act(request: FastifyRequest, reply: FastifyReply, visitor: Visitor, action: string | undefined): Promise<string> {
    const next = nextOf(request);
    const back = `${PAGE}/${visitor.performanceId}/simple${next ? `?${new URLSearchParams({ [queryNames.next]: next })}` : ''}`;
    const { actions } = pages.form;
    if (action === actions.leave) {
      await leave(host.world, visitor);
      host.drop(request, reply, visitor.performanceId);
    }
    if (action === actions.join)
      host.keep(request, reply, visitor.performanceId, (await join(host.world, visitor, {}, 'without work')).ticket);
    if (action === actions.enter) {
      const { answer, ticket } = await askTurn(host.world, visitor);
      host.keep(request, reply, visitor.performanceId, ticket);
      if (answer.redirectUrl !== '') return next ?? answer.redirectUrl;
    }
    return back;
  }
}

const nextOf = ({ query }: FastifyRequest) => safeNext((query as Record<string, unknown>)[queryNames.next]);

const notFound = (reply: FastifyReply) => reply.header('cache-control', 'no-store').redirect('/', 303);
