import { z } from 'zod';
import { textsThatMayDiffer, textsToTranslate } from './brand-texts.ts';
import { languages } from './languages.ts';
import { currencyDecimals } from './money.ts';

const Text = z.string().trim().min(1).max(400);
const WebAddress = z.string().refine(isWebAddress, 'must be an https:// address');
const Address = z
  .string()
  .refine(
    (text) => /^\/(?!\/)[\w/-]*$/.test(text) || isWebAddress(text),
    'must be an https:// address or a path of this site such as /FAQ',
  );
const PlainPixel = WebAddress.refine((text) => !/[{}]/.test(text), 'must have nothing to fill in');
/** Only known placeholders, and none in the host, which the content policy names. */
const Pixel = WebAddress.refine(
  (text) => !/[{}]/.test(text.replaceAll(/(?<=\/\/[^/{}]+\/.*)\{(amount|currency)\}/g, '')),
  'may have only {amount} and {currency} in it, and not in its host',
);
const OptionalAddress = z.string().refine((text) => text === '' || isWebAddress(text), 'must be an https:// address, or empty');
/** Of pages, without a path: as browsers send it. */
const Origin = z
  .string()
  .refine((text) => isWebAddress(text) && new URL(text).origin === text, 'must be an origin like https://tienda.example');
const Link = z.strictObject({ name: Text, href: Address });
const PictureLink = z.strictObject({
  name: Text,
  href: Address,
  image: z.string().regex(/^[\w-]+\.(svg|png|webp)$/, 'must name a file of the brand'),
});
const Language = z.enum(languages);
/** In the contract's words, in the order of the form; the first stands chosen. */
const DocumentType = z.enum([
  'dni',
  'passport',
  'cuit',
  'cuil',
  'foreign_ci',
  'ci',
  'migration_certificate',
  'ine',
  'ife',
  'unidentified',
  'other',
]);
const Country = z.enum(['ar', 'py', 'mx']);
/** As the country header has them. */
const countryCodes: Readonly<Record<z.output<typeof Country>, number>> = { ar: 10, py: 20, mx: 30 };
const currencies = new Set(Intl.supportedValuesOf('currency'));
const Variant = z.int().min(1).max(13);
const MOST_PRICE = 100_000_000;
const Minutes = z.int().min(1).max(1440);

const settings = z.strictObject({
  name: Text,
  /** One line under the name, for the billboard and for search engines. */
  slogan: Text,
  chrome: z.strictObject({
    topBar: Variant,
    footer: Variant,
    /** The box at a payment: 1 has the link to the terms below it, 2 in its label. */
    terms: z.int().min(1).max(2).default(2),
  }),
  locale: z
    .strictObject({
      language: Language,
      languages: z.array(Language).min(1),
      price: z.string().regex(/^[a-z]{2}-[A-Z]{2}$/, 'must be like es-AR'),
      currency: z.string().refine(isCurrency, 'must be a currency code like ARS'),
      /** Places behind the comma that prices have, on screen and in every sum. */
      decimals: z.int().min(0).max(2),
      /** Where forms begin: country, documents, phones without a calling code. */
      defaultCountry: Country,
      /** The same country in the calls' header (CA-012). */
      countryCode: z.int(),
      timeZone: z.string().refine(isTimeZone, 'must be a time zone like America/Argentina/Buenos_Aires'),
    })
    .refine(({ language, languages }) => languages.includes(language), { message: 'must be among languages', path: ['language'] })
    .refine(({ defaultCountry, countryCode }) => countryCodes[defaultCountry] === countryCode, {
      message: 'must be the code of defaultCountry',
      path: ['countryCode'],
    })
    .refine(({ currency, decimals }) => !isCurrency(currency) || decimals <= currencyDecimals(currency), {
      message: 'are more than the currency has',
      path: ['decimals'],
    }),
  /** By language, the brand's own texts in its other languages, each by the text as it stands in this file. */
  translations: z.partialRecord(Language, z.record(Text, Text)).default({}),
  people: z.strictObject({
    countries: z.array(Country).min(1),
    documentTypes: z.array(DocumentType).min(1),
    /** Document types of a cardholder. */
    holderDocumentTypes: z.array(z.enum(['dni', 'cuil', 'cuit', 'passport', 'ci'])).min(1),
  }),
  /** What prices are taxed with; the first where nothing else is said. */
  taxClasses: z
    .array(
      z.strictObject({ code: z.string().regex(/^[a-z0-9.-]{1,40}$/), name: Text, percent: z.number().min(0).max(100).multipleOf(0.01) }),
    )
    .min(1),
  cards: z.strictObject({
    /** In the words of the gateway's list. */
    brands: z.array(Text).min(1),
    plans: z.array(z.strictObject({ instalments: z.int().min(1).max(60), annualPercent: z.number().min(0).max(500) })).min(1),
    /** Percent of the interest. */
    taxOnInterest: z.number().min(0).max(100),
  }),
  /**
   * Bills for the tax office of the brand's country (docs/adding-a-fiscal-pack.md); `none`: none are made. Addresses, certificate and key of
   * the authority are settings of the server.
   */
  fiscal: z
    .strictObject({
      pack: z.enum(['none', 'ar']).default('none'),
      /** Who bills, as the authority knows them. */
      issuer: z.optional(
        z.strictObject({
          legalName: Text,
          address: Text,
          taxId: z.string().regex(/^\d{11}$/, 'must be a CUIT of 11 digits'),
          grossIncomeId: Text,
          activitySince: z.iso.date(),
          condition: z.enum(['registered', 'monotributo', 'exempt']),
        }),
      ),
      /** Of the authority: whose numbers are consecutive. No other program may bill there. */
      pointOfSale: z.int().min(1).max(99_999).default(1),
      /** From this total on, in whole units of the currency, a final consumer has to be named. */
      namedFrom: z.int().min(1).max(MOST_PRICE).default(10_000_000),
    })
    .refine(({ pack, issuer }) => pack === 'none' || issuer, { message: 'must be given for a pack', path: ['issuer'] })
    .prefault({}),
  /**
   * How often a payment by card may be declined before the next one has to wait, by the database's clock (decision 025): of a customer,
   * of a card, of a network (/24 or /56). A purchase ends with its last decline.
   */
  cardTries: z
    .strictObject({
      perPurchase: z.int().min(1).max(20).default(5),
      customer: TryLimit({ most: 10, minutes: 60 }),
      card: TryLimit({ most: 6, minutes: 60 }),
      network: TryLimit({ most: 60, minutes: 10 }),
    })
    .prefault({}),
  /**
   * What goes back when staff refund tickets (decision 040). A performance that was cancelled gives back everything, whatever stands
   * here.
   */
  refunds: z
    .strictObject({
      /** Percent of the face value. */
      ticketPercent: z.int().min(0).max(100).default(100),
      serviceCharge: z.boolean().default(true),
      antiFraudQr: z.boolean().default(true),
      /** Delivery, with the last ticket of an order. */
      delivery: z.boolean().default(true),
      /** Whether the places of refunded tickets are free for others at once. */
      placesAreSoldAgain: z.boolean().default(true),
      /** Whether a chargeback voids the tickets that were paid with it. */
      chargebackVoidsTickets: z.boolean().default(true),
      /** Whether a payment that its provider gave back of itself, all that was left of it, voids the tickets that were paid with it. */
      givenBackVoidsTickets: z.boolean().default(true),
    })
    .prefault({}),
  boxOffice: z
    .strictObject({
      /** Sales that one clerk may void in a day; the office may void more. */
      voidsPerDay: z.int().min(0).max(1000).default(20),
      /** Whether card terminals stand beside the counters; they take the brands of `cards`. */
      cardTerminal: z.boolean().default(false),
      /** Tickets that one clerk may sell for less than they cost in a day, with a reason; 0: none. */
      loweredTicketsPerDay: z.int().min(0).max(1000).default(0),
      /** Tickets that one clerk may give away in a day, with a reason; 0: none. */
      complimentaryTicketsPerDay: z.int().min(0).max(1000).default(0),
      /** For how long from its start a counter sells a performance whose show does not say how long it lasts. */
      minutesAfterStart: z.int().min(0).max(1440).default(180),
    })
    .prefault({}),
  login: z
    .strictObject({
      mode: z.enum(['OWN_SELF_LOGIN', 'EXTERNAL_LOGIN']),
      sessionMinutes: Minutes,
      /** For how long after its last use a device that a customer asks to be remembered on logs in without the password; 0: none is. */
      rememberDays: z.int().min(0).max(365),
      greetingMs: z.int().min(0).max(10_000),
      /** Which purchases online need a customer whose e-mail is confirmed: none, those that cost nothing, or all. */
      confirmAddress: z.enum(['none', 'free', 'all']),
      staff: z.strictObject({
        /** Sessions of the box office and of organisers. */
        sessionMinutes: Minutes,
        /** `off`: not asked for; `offered`: asked of those who have set one up; `required`: nobody gets in without one. */
        secondFactor: z.enum(['off', 'offered', 'required']),
      }),
      /**
       * The external login: its only one for customers with `EXTERNAL_LOGIN`, a second one beside the own with `OWN_SELF_LOGIN`. The
       * provider's address and our secret there are settings of the server. `updateData` is where people change their data.
       */
      external: z.optional(z.strictObject({ name: Text, updateData: WebAddress })),
    })
    .refine(({ mode, external }) => mode === 'OWN_SELF_LOGIN' || external, {
      message: 'must be given for EXTERNAL_LOGIN',
      path: ['external'],
    }),
  processType: z.enum(['CART', 'BOX']),
  /** How buyers pay online, in the order of the screen; cash at a counter and what costs nothing need no entry. */
  payments: z
    .strictObject({ methods: z.array(PaymentMethod()) })
    .refine(({ methods }) => new Set(methods.map(({ id }) => id)).size === methods.length, {
      message: 'each method has a number of its own',
      path: ['methods'],
    })
    .default({
      methods: [
        { id: 1, provider: 'payway', kind: 'card', name: 'Tarjeta de crédito o débito', mark: 'card', channels: ['online'], options: {} },
      ],
    }),
  /** For sign-up and log-in, and for payments (C-16). */
  captcha: z
    .strictObject({
      required: z.boolean(),
      requiredForPayment: z.boolean(),
      /** Invisible, without a puzzle (FL-003). */
      version: z.literal('v3').default('v3'),
      /** The secret and the addresses of reCAPTCHA are in the environment. */
      provider: z.enum(['altcha', 'recaptcha']).default('altcha'),
      recaptcha: z
        .strictObject({
          siteKey: z.string().regex(/^[\w-]{8,100}$/, 'must be a site key of reCAPTCHA v3'),
          /** From 0, surely a machine, to 1; forms with less are refused. */
          leastScore: z.number().min(0).max(1).default(0.5),
          privacy: WebAddress.default('https://policies.google.com/privacy'),
          terms: WebAddress.default('https://policies.google.com/terms'),
        })
        .optional(),
    })
    .refine(({ provider, recaptcha }) => provider === 'altcha' || recaptcha, {
      message: 'must be given where recaptcha is the provider',
      path: ['recaptcha'],
    }),
  billboard: z.strictObject({
    first: z.int().min(1).max(100),
    batch: z.int().min(1).max(100),
    /** Whether more shows come with a button instead of by themselves near the end of the list (FL-021). */
    loadMoreButton: z.boolean().default(false),
    filters: z.strictObject({
      date: z.boolean(),
      /** By the show types, which bars call categories; by venue; by the venue's city (FL-011..FL-014). */
      type: z.boolean().default(false),
      venue: z.boolean().default(false),
      zone: z.boolean().default(false),
      /** What shows may cost at most in the filters of the search, in whole units of the currency, the least first; none: no such filter. */
      prices: z
        .array(z.int().min(1).max(MOST_PRICE))
        .max(12)
        .refine((prices) => prices.every((price, index) => index === 0 || price > (prices[index - 1] ?? 0)), 'must grow')
        .default([]),
    }),
    /** Shows with a landscape picture above the others, so many at most; the first of the list. */
    featured: z
      .strictObject({ shown: z.boolean(), desktop: z.int().min(1).max(12), mobile: z.int().min(1).max(12) })
      .default({ shown: false, desktop: 3, mobile: 3 }),
    /** Whether these stand in one row that is scrolled. */
    carousel: z.boolean().default(false),
  }),
  flags: z.strictObject({
    products: z.boolean(),
    /** Whether the pages of performances ask for a login; taking places always does (FL-005, RO-018). */
    seatSelectionRequiresLogin: z.boolean(),
    seatSelectionBanner: z.boolean(),
    seatMapThumbnail: z.boolean(),
    /** Whether different tickets of one performance may be reduced by different promotions; one for all of them without it (FL-008). */
    multiPromotion: z.boolean(),
    cartInBar: z.boolean(),
    /** Whether the buy page has the cart with its ways to change it, beside what it costs (FL-009, C-30). */
    cartAtPayment: z.boolean(),
    /** Whether who signs up with our form accepts the terms there; they are accepted before every payment in any case (FL-019, C-14). */
    termsAtSignUp: z.boolean(),
    validateCardNumber: z.boolean(),
    validateSecurityCode: z.boolean(),
    validateCardExpiry: z.boolean(),
    /** Whether customers change their own data; without it they only add what is missing (RO-027). */
    editOwnData: z.boolean(),
    /** Beside every final price the one before national taxes, where the law asks for it. */
    netPrices: z.boolean(),
    /** Beside instalments their yearly rates, TEA and CFTEA, likewise. */
    creditRates: z.boolean(),
  }),
  constants: z.strictObject({
    splashMs: z.int().min(0).max(10_000),
    searchMinimum: z.int().min(1).max(10),
    purchaseMinutes: Minutes,
    alertMinutes: Minutes,
    /** Most places that one purchase may hold in a performance. */
    mostPlaces: z.int().min(1).max(40),
    /** Most places that one purchase may hold in all performances together. */
    mostInPurchase: z.int().min(1).max(200),
    /** Most places of one performance that one customer may hold and have bought online; a show may have its own (docs/import.md). */
    mostPerCustomer: z.int().min(1).max(1000),
    /** Most places that one customer may hold unpaid, in all performances and purchases together. */
    mostUnpaid: z.int().min(1).max(1000),
    /** The same for an account of the box office, over all its log-ins. */
    mostUnpaidOfClerk: z.int().min(1).max(10_000),
    /**
     * Percent of a performance's places that accounts which have never paid anything may hold unpaid from one network (a /24 or /56), and
     * never fewer than 40 places; 100 takes the limit away. A show may have its own.
     */
    newcomersPerNetwork: z.int().min(1).max(100),
    /** Most open purchases of one customer at a time. */
    mostPurchases: z.int().min(1).max(20),
    /** Addresses in one file of the sitemap, of which the protocol allows 50,000; more become several files and an index. */
    sitemapAddresses: z.int().min(1).max(50_000).default(50_000),
    /** For how long a navigation may wait for its chunks before it is tried once more (CO-035). */
    chunkTimeoutMs: z.int().min(1000).max(600_000),
    verificationAttempts: z.int().min(1).max(60),
    verificationStepMs: z.int().min(100).max(60_000),
  }),
  headers: z.strictObject({ fingerprint: HeaderName(), country: HeaderName() }),
  /** Points a service name at another call of its pair, with the same parameters; names left out keep theirs. */
  services: z.strictObject({
    Cobrar: ServicePath('id'),
    Seleccionar: ServicePath('id'),
    GetFormasDePago: ServicePath('id'),
    GetProcesoDeCompra: ServicePath('id'),
    PreValidacion: ServicePath('id'),
    ClienteInsertar_V2: ServicePath(),
    Tarjetas: ServicePath('id', 'n', 'cardBin'),
  }),
  /**
   * Addresses that a browser gets for measuring advertising: once for each visit of a show's page and of the choice of places (CA-032,
   * CA-033), and once per purchase when its payment succeeded or failed (CA-034, CA-035). In these two `{amount}` and `{currency}` are filled
   * in; nothing else of the purchase or the buyer is told, and nothing at all without the visitor's consent.
   */
  pixels: z
    .strictObject({
      landing: z.optional(PlainPixel),
      seats: z.optional(PlainPixel),
      success: z.optional(Pixel),
      failure: z.optional(Pixel),
    })
    .prefault({}),
  /** A site of the brand's own that has its home page; empty: the billboard is the home page. */
  homeRedirectUrl: OptionalAddress.default(''),
  /** Empty: our own, or none. */
  hosts: z.strictObject({
    api: OptionalAddress,
    /** Where a purchase is started and read by the calls below `/v3`; empty: by the usual ones (CA-092, CA-093). */
    alternative: OptionalAddress.default(''),
    /**
     * Where the answers of the billboard's and of a show's call lie as files, which browsers try before the API (CA-030, CA-031); empty:
     * nowhere. `{id}` stands for the show's number.
     */
    staticBillboard: OptionalAddress.default(''),
    staticShow: OptionalAddress.refine(
      (text) => text === '' || (/\/[^?#]*\{id\}/.test(text.slice(8)) && !/[{}]/.test(text.replaceAll('{id}', ''))),
      'must have {id} in its path, and nothing else to fill in',
    ).default(''),
    /** Answers a browser which country it is in (CA-029), asked with the visitor's consent alone; empty: nobody is asked. */
    countryLookup: OptionalAddress.default(''),
    /**
     * Sends the code that proves the address of a new account (CA-036), which this server hands over
     * (docs/decisions/112-tickets-go-to-proved-mailboxes.md); empty: we mail the code ourselves where a purchase asks for it.
     */
    mailValidation: OptionalAddress.default(''),
    /** Other origins of the brand's own whose pages may call this server from a browser. */
    origins: z.array(Origin).max(20).default([]),
  }),
  /** The waiting room of performances that many want at once (C-11). */
  waitingRoom: z
    .strictObject({
      /** Whether the pages of performances ask for a turn at all (FL-004). */
      enabled: z.boolean().default(true),
      /** The queue host, the list of queued performances, and a waiting page of somebody else's; empty: our own. */
      host: OptionalAddress.default(''),
      list: OptionalAddress.default(''),
      page: OptionalAddress.default(''),
    })
    .prefault({}),
  links: z.strictObject({
    withdrawal: Link,
    withdrawalDocument: Link,
    chat: Address,
    badges: z.strictObject({ consumerDefense: PictureLink, taxAuthority: PictureLink, dataProtection: PictureLink }),
    social: z.array(Link),
    partners: z.array(PictureLink),
    poweredBy: z.array(PictureLink),
  }),
  /** The buyer's legal right of withdrawal; left out, the screens only point to the terms. */
  withdrawal: z.optional(z.strictObject({ days: z.int().min(1).max(365), hoursBefore: z.int().min(0).max(720) })),
  contact: z.strictObject({
    address: Text,
    mail: z.email(),
    phones: z.array(z.string().regex(/^\+?[\d ()-]{6,24}$/, 'must be a phone number')),
    /** What a message to support may be, in the order of the form (EN-135). */
    kinds: z
      .array(z.enum(['question', 'complaint', 'suggestion']))
      .min(1)
      .default(['question', 'complaint', 'suggestion']),
  }),
});

/** The settings of a deployment with their bounds (rows CO and FL of docs/requirements.md); an unknown key is an error. */
export const brandSchema = settings.superRefine((brand, context) => {
  const wanted = new Set(textsToTranslate(brand));
  const known = new Set([...wanted, ...textsThatMayDiffer(brand)]);
  const refuse = (path: readonly string[], message: string) =>
    context.addIssue({ code: 'custom', path: ['translations', ...path], message });
  for (const language of brand.locale.languages) {
    if (language === brand.locale.language) continue;
    const texts = brand.translations[language] ?? {};
    for (const text of wanted) if (!texts[text]) refuse([language], `lacks the text ${JSON.stringify(text)}`);
    for (const text of Object.keys(texts))
      if (!known.has(text)) refuse([language], `has a text that the brand has not: ${JSON.stringify(text)}`);
  }
});

type Fixed<T> = T extends object ? { readonly [K in keyof T]: Fixed<T[K]> } : T;
export type Brand = Fixed<z.output<typeof brandSchema>>;

function HeaderName() {
  return z.string().regex(/^[A-Za-z][\w-]{0,60}$/, 'must be the name of a header');
}

/** One way to pay. Numbers 2 and 3 are cash and no charge. */
function PaymentMethod() {
  return z.strictObject({
    id: z
      .int()
      .min(1)
      .max(10_000)
      .refine((id) => id !== 2 && id !== 3, 'must not be 2 or 3, which are cash and no charge'),
    /** The name of a provider of the server (docs/adding-a-payment-provider.md). */
    provider: z.string().regex(/^[a-z][a-z0-9-]{1,39}$/, 'must be the name of a provider'),
    /** `card`: typed into our form; `hosted`: into the provider's form; `wallet`: whatever needs no card. */
    kind: z.enum(['card', 'hosted', 'wallet']),
    name: Text,
    /** The picture beside the name: one of the screen's own (`card`), or the name of a wallet. */
    mark: z.string().regex(/^[a-z0-9-]{1,40}$/, 'must be the name of a mark'),
    channels: z.array(z.enum(['online', 'box_office'])).default(['online']),
    /** Left out where the deployment does not configure its provider, which otherwise refuses to start. */
    onlyIfConfigured: z.boolean().optional(),
    /** What only this provider reads, such as the rate of another currency with its date. */
    options: z.record(z.string(), z.union([z.string().max(200), z.number(), z.boolean()])).default({}),
  });
}

/** At most a day, after which tries are forgotten. */
function TryLimit(usual: { readonly most: number; readonly minutes: number }) {
  return z.strictObject({ most: z.int().min(1).max(100_000), minutes: z.int().min(1).max(1440) }).default(usual);
}

function ServicePath(...parameters: readonly string[]) {
  const wanted = parameters.map((name) => `:${name}`);
  const namesIn = (path: string) => path.split('/').filter((part) => part.startsWith(':'));
  return z.optional(
    z
      .string()
      .regex(/^\/v[23]\/[\w/:]+$/, 'must be a call below /v2 or /v3')
      .refine(
        (path) => namesIn(path).join() === wanted.join(),
        wanted.length > 0 ? `must have the parameters ${wanted.join(', ')}` : 'must have no parameter',
      ),
  );
}

/** Plain http only on this machine, for development. */
function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)[:/])/.test(text);
}

function isCurrency(code: string): boolean {
  return currencies.has(code);
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('es', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
