import type { Brand } from '@butaca/brand';
import { dateLocale } from '@butaca/brand/languages';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#db/connect';
import { AnswerCache } from '#http/answer-cache';
import { FastLane } from '#http/fast-lane';
import { createFramework, mountUnknownCalls } from '#http/framework';
import { mountHealth } from '#http/health';
import { answerCounter, countAnswers } from '#http/metrics';
import { mountReference } from '#http/reference';
import { Reading } from '#watch/numbers';
import { createWatch, type Watch } from '#watch/watch';
import { billRoutes, type FiscalPack } from './bills/index.ts';
import { catalogueRoutes, followMoments, listenForChanges } from './catalogue/index.ts';
import {
  Captcha,
  type CaptchaSettings,
  captchaAdapter,
  customerRoutes,
  Effort,
  type ExternalLoginSettings,
  type HashCost,
  sessionReader,
} from './customers/index.ts';
import { mailboxRoutes, readAccountDelivery } from './mailboxes/index.ts';
import { officeRoutes } from './office/index.ts';
import { type DocumentBrand, DocumentPrinter, type TicketCodes, ticketRoutes } from './orders/index.ts';
import type { Provider } from './payments/index.ts';
import { createSaleWorld, endPayLinks, liveRoutes, type SaleWorld, saleRoutes } from './sale/index.ts';
import { organiserRoutes, postgresStore, type QueueHost, type QueueStore, queueRoutes, WaitingRooms } from './waiting-room/index.ts';

interface Deps {
  readonly db: Db;
  readonly brand: Brand;
  /** Signs tokens and link hashes. */
  readonly secret: string;
  readonly publicOrigin: string;
}

export interface AppOptions extends Deps, CaptchaSettings {
  /** Left out, nothing is written. */
  readonly watch?: Watch;
  /** How many proxies of our own stand in front; none by default. */
  readonly trustedProxies?: number;
  /** Left out, they are. */
  readonly limitSignUps?: boolean;
  /** Of the hashes of passwords; left out, what is safe. */
  readonly passwordCost?: HashCost;
  /** The provider of a brand with an external login. */
  readonly externalLogin?: ExternalLoginSettings | null;
  /** What signs tickets, and how they look on paper. */
  readonly tickets: { readonly codes: TicketCodes; readonly brand: DocumentBrand };
  /** Without them nothing can be paid. */
  readonly payments?: readonly Provider[];
  /** Whether `/reference` shows the calls of the api; by default it does. */
  readonly referencePage?: boolean;
  /** Bills of the brand's country; left out, none are made. */
  readonly billing?: FiscalPack | null;
  /** The counters of waiting rooms; left out, in PostgreSQL. */
  readonly queueStore?: QueueStore;
  /** How long an anonymous answer is used as it is; tests pass 0. */
  readonly answersFreshMs?: number;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** `serve` makes it listen to other processes and sweep expired holds. */
    sale: SaleWorld;
    /** `serve` keeps them read, and leads them. */
    waitingRooms: WaitingRooms;
    /** Null for a brand without waiting rooms. */
    queueHost: QueueHost | null;
  }
}

/** The api without its pages: every module's routes on one Fastify, ready to listen or to be injected into. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { db, secret, brand } = options;
  const watch = options.watch ?? createWatch({ process: '1', level: 'silent', secret });
  const count = answerCounter(watch.counts);
  const fastLane = new FastLane(count);
  const app = createFramework({
    watch,
    trustedProxies: options.trustedProxies ?? 0,
    fastLane,
    languages: brand.locale,
    publicOrigin: options.publicOrigin,
    crossOrigin: { origins: brand.hosts.origins, headerNames: Object.values(brand.headers) },
  });
  app.decorate('answers', new AnswerCache(fastLane, options.answersFreshMs === undefined ? {} : { freshMs: options.answersFreshMs }));
  app.decorate('services', brand.services);
  app.decorate('secret', secret);
  app.decorate('authenticate', sessionReader(db, { secret, login: brand.login }));
  countAnswers(app, count);
  mountHealth(app, { db });
  mountReference(app, { title: `${brand.name} API`, version: '2', page: options.referencePage ?? true });
  await catalogueRoutes(app, options);
  const effort = new Effort();
  const { owner } = await customerRoutes(app, { ...options, effort, endPayLinks, readAccountDelivery });
  const rooms = new WaitingRooms({
    db,
    store: options.queueStore ?? postgresStore(db),
    secret,
    watch,
    dateLanguage: dateLocale(brand.locale),
  });
  app.decorate('waitingRooms', rooms);
  app.decorate('queueHost', null);
  const sale = createSaleWorld({
    ...{ db, brand, secret, watch, publicOrigin: options.publicOrigin, payments: options.payments ?? [] },
    ...(brand.waitingRoom.enabled ? { rooms } : {}),
    billing: options.billing ?? null,
  });
  app.decorate('sale', sale);
  watch.show(
    new Reading(
      'butaca_stale_places_total',
      'Stale places that the slow check found and corrected: more than a few mean lost announcements',
      'counter',
      () => [{ value: sale.live.staleCheck.found, labels: {} }],
    ),
  );
  app.addHook('onClose', () => sale.live.close());
  await liveRoutes(app, sale);
  // With a queue of its own: log-ins that wait for reCAPTCHA keep no payment waiting.
  const captcha = new Captcha(secret, brand.captcha.requiredForPayment ? captchaAdapter({ ...options, watch }) : null);
  await saleRoutes(app, { world: sale, owner, captcha, effort, codes: options.tickets.codes });
  const printer = new DocumentPrinter();
  app.addHook('onClose', () => printer.close());
  await ticketRoutes(app, { db, printer, ...options.tickets, people: brand.people });
  billRoutes(app, { db, pack: options.billing ?? null, printer, brand: options.tickets.brand });
  mailboxRoutes(app, { db, secret });
  await officeRoutes(app, options);
  if (brand.waitingRoom.enabled) {
    app.queueHost = queueRoutes(app, { rooms, secret, https: options.publicOrigin.startsWith('https:') });
    organiserRoutes(app, { rooms, queueHost: brand.waitingRoom.host });
  }
  mountUnknownCalls(app);
  return app;
}

interface Changes {
  readonly db: Db;
  /** What it listens on is another connection than that for places: the driver listens again for each channel of one whenever any fails. */
  readonly listeningDb: Db;
  readonly renewPages: () => void;
}

/** From now on no answer and no page that this process keeps outlives an import, in whichever process it runs, the opening of a sale, or a phase of its prices. */
export async function followChanges(app: FastifyInstance, { db, listeningDb, renewPages }: Changes) {
  const renew = () => {
    // Answers first: the next page is made of them.
    app.answers.clear();
    renewPages();
  };
  const moments = followMoments(db, renew);
  const stopListening = await listenForChanges(listeningDb, () => {
    renew();
    moments.look();
  });
  return async () => {
    moments.stop();
    await stopListening();
  };
}
