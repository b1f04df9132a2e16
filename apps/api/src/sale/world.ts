import type { Brand } from '@butaca/brand';
import { inLanguage } from '@butaca/brand/in-language';
import type { LanguageCode, OfferedLanguages } from '@butaca/brand/languages';
import { displayUnit, type MoneyLocale } from '@butaca/brand/money';
import type { Db } from '#db/connect';
import type { Watch } from '#watch/watch';
import type { FiscalPack } from '../bills/index.ts';
import { type PerformanceCard, ProductShelf, performanceCards, presenterSettings } from '../catalogue/index.ts';
import {
  type AttemptReader,
  attemptReader,
  type CardTryLimits,
  type Provider,
  ProviderHealth,
  type Providers,
  watchedProviders,
} from '../payments/index.ts';
import { ClaimTimes, promisedPrices, type WaitingRooms } from '../waiting-room/index.ts';
import { CheckoutChoices } from './checkout/choices.ts';
import { DeliveryTypes } from './checkout/delivery.ts';
import { ClaimQueue } from './claim/claim-queue.ts';
import { Crowds } from './claim/crowds.ts';
import type { ClaimLimits } from './claim/limits.ts';
import { LivePerformances } from './live/performances.ts';
import { promisedStocks } from './live/stock.ts';
import { RepeatedClicks } from './pay/repeated-clicks.ts';
import { Sales } from './pay/sell.ts';
import { PaymentStarts } from './pay/start.ts';
import type { Prices } from './price-purchase.ts';
import { purchaseReader, type ReadPurchase } from './purchase.ts';

/** How this deployment is paid: its providers by name, the brand's methods, and where browsers and providers come back to. */
export interface Payments {
  readonly providers: Providers;
  readonly methods: Brand['payments']['methods'];
  readonly health: ProviderHealth;
  readonly publicOrigin: string;
}

/** What the verbs of the sale work with; made once per process. */
export interface SaleWorld {
  readonly db: Db;
  readonly watch: Watch;
  /** Derives the id of a purchase from its first click. */
  readonly secret: string;
  readonly limits: ClaimLimits;
  readonly live: LivePerformances;
  readonly claims: ClaimQueue;
  readonly crowds: Crowds;
  /** Percent of a performance's places, where the show does not say. */
  readonly newcomersPerNetwork: number;
  readonly payments: Payments;
  readonly locale: Pick<MoneyLocale, 'currency' | 'decimals'>;
  readonly languages: OfferedLanguages;
  /** Of a method of the brand, as people read it. */
  readonly methodName: (id: number, language: LanguageCode) => string | undefined;
  readonly cards: Brand['cards'];
  readonly cardTries: CardTryLimits;
  readonly refunds: Brand['refunds'];
  /** Where a day begins and ends. */
  readonly timeZone: string;
  /** Sales that one clerk may void in a day. */
  readonly voidsPerDay: number;
  /** Whether card terminals stand beside the counters. */
  readonly cardTerminal: boolean;
  /** Tickets that one clerk may sell for less, and give away, in a day. */
  readonly counterPrices: Pick<Brand['boxOffice'], 'loweredTicketsPerDay' | 'complimentaryTicketsPerDay'>;
  /** The gate in front of performances with a waiting room; null in the worker, which sells nothing. */
  readonly rooms: WaitingRooms | null;
  readonly claimTimes: ClaimTimes;
  /** Types of documents that this brand takes. */
  readonly documentTypes: Brand['people']['documentTypes'];
  /** Bills of this country; null where none are made. */
  readonly billing: FiscalPack | null;
  /** Which purchases online need a customer with a confirmed address. */
  readonly confirmAddress: Brand['login']['confirmAddress'];
  /** Minor units that every component of a price is rounded to (CO-023). */
  readonly displayUnit: number;
  /** Whether different tickets of a performance may be reduced by different promotions (FL-008). */
  readonly mixesPromotions: boolean;
  /** With the prices that were promised to a buyer who joined a waiting room at that moment. */
  readonly stockOf: Prices['stockOf'];
  readonly cardsOf: (performanceIds: readonly number[]) => Promise<readonly PerformanceCard[]>;
  readonly readPurchase: ReadPurchase;
  readonly deliveries: DeliveryTypes;
  readonly products: ProductShelf;
  /** Whether there is a product shop (FL-017). */
  readonly sellsProducts: boolean;
  readonly attempts: AttemptReader;
  readonly repeated: RepeatedClicks;
  readonly choices: CheckoutChoices;
  readonly starts: PaymentStarts;
  readonly sales: Sales;
}

/** What settling a payment needs. */
export type SettleWorld = Pick<SaleWorld, 'db' | 'live' | 'limits' | 'watch' | 'cardTries' | 'payments' | 'billing' | 'refunds'>;

export interface SaleOptions {
  readonly db: Db;
  readonly brand: Brand;
  readonly secret: string;
  readonly watch: Watch;
  readonly publicOrigin: string;
  /** Those of the deployment; a method of the brand whose provider is not among them is not offered. */
  readonly payments: readonly Provider[];
  readonly rooms?: WaitingRooms;
  /** Left out, no bills are made. */
  readonly billing?: FiscalPack | null;
}

/** Places stay held this much longer than the deadline says, so that a click in its last second still counts. */
const GRACE_SECONDS = 5;

/** The sale with a brand's settings, for every process that sells, settles or sweeps. */
export function createSaleWorld({ db, brand, secret, watch, publicOrigin, payments, rooms, billing = null }: SaleOptions): SaleWorld {
  const {
    purchaseMinutes: minutes,
    mostPlaces,
    mostPurchases,
    mostInPurchase,
    mostPerCustomer,
    mostUnpaid,
    mostUnpaidOfClerk,
  } = brand.constants;
  const ofPlaces = { mostPlaces, mostInPurchase, mostPerCustomer, mostUnpaid, mostUnpaidOfClerk };
  const limits: ClaimLimits = { minutes, graceSeconds: GRACE_SECONDS, mostPurchases, ...ofPlaces };
  const live = new LivePerformances(db, watch);
  const crowds = new Crowds(secret);
  const unit = displayUnit(brand.locale);
  const attempts = attemptReader(db);
  const health = new ProviderHealth();
  return {
    db,
    watch,
    secret,
    limits,
    live,
    claims: new ClaimQueue({ db, live, limits, watch, crowds }),
    crowds,
    newcomersPerNetwork: brand.constants.newcomersPerNetwork,
    payments: {
      providers: watchedProviders(payments, { watch, health }),
      methods: brand.payments.methods,
      health,
      publicOrigin,
    },
    locale: brand.locale,
    languages: brand.locale,
    methodName: (id, language) => inLanguage(brand, language).payments.methods.find((method) => method.id === id)?.name,
    cards: brand.cards,
    cardTries: brand.cardTries,
    refunds: brand.refunds,
    rooms: rooms ?? null,
    claimTimes: new ClaimTimes(),
    documentTypes: brand.people.documentTypes,
    timeZone: brand.locale.timeZone,
    voidsPerDay: brand.boxOffice.voidsPerDay,
    cardTerminal: brand.boxOffice.cardTerminal,
    counterPrices: brand.boxOffice,
    billing,
    confirmAddress: brand.login.confirmAddress,
    displayUnit: unit,
    mixesPromotions: brand.flags.multiPromotion,
    stockOf: promisedStocks(live.stocks, promisedPrices(db)),
    cardsOf: performanceCards(db, presenterSettings(brand, secret)),
    readPurchase: purchaseReader(db),
    deliveries: new DeliveryTypes(db, unit),
    products: new ProductShelf(db, unit),
    sellsProducts: brand.flags.products,
    attempts,
    repeated: new RepeatedClicks(attempts),
    choices: new CheckoutChoices(db, watch),
    starts: new PaymentStarts(db, brand.cardTries, watch),
    sales: new Sales(db, watch, { areBilled: billing !== null }),
  };
}
