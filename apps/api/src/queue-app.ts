import type { Brand } from '@butaca/brand';
import { dateLocale } from '@butaca/brand/languages';
import type { Db } from '#db/connect';
import { FastLane } from '#http/fast-lane';
import { createFramework } from '#http/framework';
import { mountHealth } from '#http/health';
import { mountLanguages } from '#http/language';
import { answerCounter, countAnswers } from '#http/metrics';
import type { Watch } from '#watch/watch';
import { sessionReader } from './customers/index.ts';
import { type QueueStore, queueRoutes, WaitingRooms } from './waiting-room/index.ts';

interface QueueAppOptions {
  readonly db: Db;
  readonly brand: Brand;
  /** Signs numbers and challenges. */
  readonly secret: string;
  /** Of the shop. */
  readonly publicOrigin: string;
  readonly watch: Watch;
  readonly trustedProxies: number;
  readonly store: QueueStore;
}

/** The queue host alone, without its pages: ready to listen or to be injected into. */
export function buildQueueApp({ db, brand, secret, publicOrigin, watch, trustedProxies, store }: QueueAppOptions) {
  const count = answerCounter(watch.counts);
  const app = createFramework({
    watch,
    trustedProxies,
    fastLane: new FastLane(count),
    languages: brand.locale,
    publicOrigin,
    crossOrigin: { origins: [new URL(publicOrigin).origin, ...brand.hosts.origins], headerNames: [] },
  });
  app.decorate('authenticate', sessionReader(db, { secret, login: brand.login }));
  countAnswers(app, count);
  mountHealth(app, { db });
  const rooms = new WaitingRooms({ db, store, secret, watch, dateLanguage: dateLocale(brand.locale) });
  const host = queueRoutes(app, { rooms, secret, https: publicOrigin.startsWith('https:') });
  if (brand.locale.languages.length > 1) mountLanguages(app, publicOrigin);
  return { app, rooms, host };
}
