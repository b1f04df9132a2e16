import { z } from 'zod';

// biome-ignore lint/suspicious/noControlCharactersInRegex: text may not contain them
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f]/;

/** Text that a database and a page can hold: no control characters but line breaks, no half of a surrogate pair. */
const Writing = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .refine((text) => text.isWellFormed() && !CONTROL.test(text), 'must be text without control characters');
const Line = (most = 200) => Writing(most).min(1);
const Seo = z
  .string()
  .max(120)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case letters, digits and hyphens, like la-gaviota');
const Percent = z.number().min(0).max(100).multipleOf(0.01, 'must have at most two decimals');
const Amount = z.number().min(0).max(10_000_000_000).multipleOf(0.01, 'must have at most two decimals');
const Colour = z.string().regex(/^#[0-9a-f]{6}$/, 'must be a colour like #e4572e');
/** Of any country; in capitals, as it is printed. */
export const Postcode = z
  .string()
  .regex(/^[A-Z0-9][A-Z0-9 -]{1,11}$/, 'must be 2 to 12 capitals, digits, spaces and hyphens, like C1043AAZ');
const Moment = z
  .string()
  .regex(
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})?$/,
    'must be a date and time like 2027-03-14T20:30, local to the venue, or with its offset',
  );

const Charge = z.strictObject({
  kind: z.enum(['service', 'anti_fraud_qr']),
  channel: z.enum(['online', 'box_office']).default('online'),
  percent: Percent.default(0),
  fixed: Amount.default(0),
  taxClass: Line(40).optional(),
});

const PriceLevel = z.strictObject({
  category: Line(),
  name: Line().optional(),
  color: Colour.optional(),
  types: z
    .array(z.strictObject({ name: Line(), face: Amount, taxClass: Line(40).optional() }))
    .min(1)
    .max(20),
});

/** Of the show, by its key or its start. */
const NamedPerformance = z
  .string()
  .max(120)
  .regex(
    /^([a-z0-9]+(-[a-z0-9]+)*|\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})?)$/,
    'must be the key of a performance, or its start like 2027-03-14T20:30',
  );

const Performance = z.strictObject({
  /** Finds it again, whatever its start has become. */
  key: Seo.optional(),
  startsAt: Moment,
  /** That it had before: it moves, with its tickets. */
  previousStartsAt: Moment.optional(),
  doorsAt: Moment.optional(),
  onSaleAt: Moment.optional(),
  state: z.enum(['announced', 'on_sale', 'sold_out', 'cancelled']).optional(),
  venue: Seo.optional(),
  prices: z.array(PriceLevel).max(100).optional(),
  charges: z.array(Charge).max(4).optional(),
});

const Image = z.strictObject({
  kind: z.enum(['poster', 'featured', 'header', 'thumbnail', 'share']),
  file: Line(300),
  alt: Writing(500),
  ink: Colour.optional(),
});

/** A further picture of the show, in the order of its list. */
const GalleryImage = z.strictObject({ file: Line(300), alt: Line(500) });

/** What a show allows instead of what the brand does. */
const Limits = z.strictObject({
  /** Places of one performance that one customer may hold and have bought online. */
  perCustomer: z.int().min(1).max(1000).optional(),
  /** Percent of a performance's places that accounts which have never paid may hold unpaid from one network. */
  newcomersPerNetwork: z.int().min(1).max(100).optional(),
});

/** Places may be kept without payment; `false` ends that for new reservations. */
const Reservations = z.union([
  z.literal(false),
  z.strictObject({
    days: z.int().min(1).max(60),
    closesHours: z.int().min(0).max(1000),
    mostPerCustomer: z.int().min(1).max(1000),
    /** Of a performance's places, reserved at a time by everybody together. */
    mostPercent: z.int().min(1).max(100),
    partPayable: z.boolean(),
  }),
]);

/** Payments that are confirmed later, as cash is, are taken; `false` ends that for new ones. */
const SlowPayments = z.union([
  z.literal(false),
  z.strictObject({
    /** How long one may take, and keeps its places. */
    hours: z.int().min(1).max(240),
    /** Of a performance's places, waiting for such payments at a time. */
    mostPercent: z.int().min(1).max(100),
  }),
]);

const Place = Line(80);

/** A rule by which tickets of the show cost less (decision 050): exactly one of `percent`, `take` with `pay`, and `price`. */
const Promotion = z.strictObject({
  key: Seo,
  name: Line(80),
  note: Line(200).optional(),
  percent: Percent.optional(),
  take: z.int().min(2).max(20).optional(),
  pay: z.int().min(1).max(19).optional(),
  price: Amount.optional(),
  channels: z
    .array(z.enum(['online', 'box_office']))
    .min(1)
    .max(2)
    .optional(),
  sectors: z.array(Place).min(1).max(100).optional(),
  priceTypes: z.array(Line()).min(1).max(20).optional(),
  /** Of the performance: from 1, Monday, to 7. */
  weekdays: z.array(z.int().min(1).max(7)).min(1).max(7).optional(),
  performances: z.array(NamedPerformance).min(1).max(200).optional(),
  /** When it is bought. */
  from: Moment.optional(),
  until: Moment.optional(),
  /** Only for who enters one of these; `uses` counts purchases. */
  codes: z
    .array(
      z.strictObject({
        code: z.string().regex(/^[A-Z0-9-]{4,40}$/, 'must be 4 to 40 capitals, digits and hyphens'),
        uses: z.int().min(1).max(1_000_000).optional(),
      }),
    )
    .min(1)
    .max(10_000)
    .optional(),
  /** Only for who pays with such a card: `bins` are first six digits, or ranges of them, of a bank's cards. */
  cards: z
    .strictObject({
      brands: z.array(Line(40)).min(1).max(30).optional(),
      bins: z
        .array(z.string().regex(/^\d{6}(-\d{6})?$/, 'must be six digits, or two times six with a hyphen between them'))
        .min(1)
        .max(500)
        .optional(),
    })
    .optional(),
  /** Most tickets of one person; only with codes or cards. */
  perCustomer: z.int().min(1).max(1000).optional(),
  /** Most tickets of one card; only with cards. */
  perCard: z.int().min(1).max(1000).optional(),
  /** Only for tickets that a document is given for, with most tickets of one document (decision 066). */
  document: z.strictObject({ perDocument: z.int().min(1).max(1000) }).optional(),
});

/** Every ticket has the name and document of who enters; `false` ends that for names that are not given yet. */
const Nominations = z.union([z.literal(false), z.strictObject({ closesHours: z.int().min(0).max(1000), oncePerDocument: z.boolean() })]);

/** What a refund does instead of what the brand says (decision 047). */
const Refunds = z.strictObject({ placesAreSoldAgain: z.boolean().optional() });

const Show = z.strictObject({
  seo: Seo,
  type: z.int().positive().max(2_147_483_647),
  venue: Seo,
  name: Line(),
  subtitle: Line().optional(),
  description: Line(10_000).optional(),
  credits: Line(1000).optional(),
  ageNote: Line(100).optional(),
  /** Who plays, in the order of the programme; an empty list takes everybody away. */
  people: z
    .array(z.strictObject({ name: Line(100), role: Line(100).optional() }))
    .max(60)
    .optional(),
  trailer: Line(400)
    .regex(/^https:\/\/[^\s"<>]+$/, 'must be an https:// address')
    .optional(),
  durationMinutes: z.int().min(1).max(1440).optional(),
  listed: z.boolean().optional(),
  limits: Limits.optional(),
  reservations: Reservations.optional(),
  refunds: Refunds.optional(),
  slowPayments: SlowPayments.optional(),
  promotions: z.array(Promotion).max(50).optional(),
  nominations: Nominations.optional(),
  position: z.int().min(0).max(1_000_000).optional(),
  images: z.array(Image).max(5).default([]),
  gallery: z.array(GalleryImage).max(12).optional(),
  /** The default for performances without their own. */
  prices: z.array(PriceLevel).max(100).optional(),
  charges: z.array(Charge).max(4).optional(),
  performances: z.array(Performance).max(2000).default([]),
});

const Country = z.enum(['ar', 'py', 'mx']);
/** 1 and 2 are the e-ticket and the venue's box office, which every brand has. */
const DeliveryId = z.int().min(3).max(1000);
const KeptId = z.int().min(1).max(1_000_000);

/** How tickets on paper reach their buyers. Points and zones that are left out of a list that is there are offered no more. */
const Delivery = z.discriminatedUnion('kind', [
  z.strictObject({
    id: DeliveryId,
    kind: z.literal('point'),
    name: Line(),
    description: Line(500).optional(),
    closesHours: z.int().min(0).max(2000).optional(),
    taxClass: Line(40).optional(),
    offered: z.boolean().default(true),
    price: Amount.default(0),
    points: z
      .array(z.strictObject({ id: KeptId, name: Line(), address: Line(), city: Line(120), hours: Line().optional() }))
      .min(1)
      .max(500),
  }),
  z.strictObject({
    id: DeliveryId,
    kind: z.literal('home'),
    name: Line(),
    description: Line(500).optional(),
    closesHours: z.int().min(0).max(2000).optional(),
    taxClass: Line(40).optional(),
    offered: z.boolean().default(true),
    zones: z
      .array(
        z.strictObject({
          id: KeptId,
          name: Line(),
          country: Country,
          provinces: z
            .array(z.string().regex(/^[A-Z0-9]{1,3}$/, 'must be a code of ISO 3166-2 like C'))
            .max(40)
            .default([]),
          postcodes: z
            .array(z.string().regex(/^[A-Z0-9]{1,8}$/, 'must be the first signs of a postcode'))
            .max(500)
            .default([]),
          price: Amount,
        }),
      )
      .min(1)
      .max(200),
  }),
]);

const VariantKey = Seo.max(40);
const Stock = z.int().min(0).max(1_000_000);

/** What a venue sells beside tickets (decision 051): either `variants`, or one `price` and `stock`. */
const Product = z.strictObject({
  key: Seo,
  venue: Seo,
  /** Sold for its performances only. */
  show: Seo.optional(),
  /** Sold for these only. */
  performances: z.array(NamedPerformance).min(1).max(200).optional(),
  name: Line(80),
  description: Line(500).optional(),
  image: z.strictObject({ file: Line(300), alt: Writing(500) }).optional(),
  /** Fetched at the venue, or handed over with tickets on paper. */
  handover: z.enum(['pickup', 'with_order']).default('pickup'),
  mostPerPurchase: z.int().min(1).max(100).default(10),
  mostPerTicket: z.int().min(1).max(100).optional(),
  mostPerPerson: z.int().min(1).max(1000).optional(),
  taxClass: Line(40).optional(),
  offered: z.boolean().default(true),
  price: Amount.optional(),
  stock: Stock.optional(),
  variants: z
    .array(z.strictObject({ key: VariantKey, name: Line(40), price: Amount, stock: Stock, taxClass: Line(40).optional() }))
    .min(1)
    .max(50)
    .optional(),
});

/** Our own form of a catalogue, described in docs/import.md. Amounts in units of the currency, times local or with offset. */
export const catalogueFile = z.strictObject({
  format: z.literal('butaca-catalogue/1'),
  taxClasses: z
    .array(
      z.strictObject({
        code: z.string().regex(/^[a-z0-9.-]{1,40}$/, 'must be lower-case letters, digits, dots and hyphens'),
        name: Line(),
        percent: Percent,
      }),
    )
    .max(50)
    .default([]),
  showTypes: z
    .array(z.strictObject({ id: z.int().positive().max(2_147_483_647), name: Line(), order: z.int().nullable().default(null) }))
    .max(100)
    .default([]),
  venues: z
    .array(
      z.strictObject({
        seo: Seo,
        name: Line(),
        address: Writing(200).default(''),
        city: Writing(120).default(''),
        province: Line(120).optional(),
        postcode: Postcode.optional(),
        timeZone: Line(60),
        transport: Line(2000).optional(),
        access: Line(2000).optional(),
      }),
    )
    .max(1000)
    .default([]),
  deliveries: z.array(Delivery).max(50).default([]),
  products: z.array(Product).max(1000).default([]),
  shows: z.array(Show).max(5000).default([]),
});
export type CatalogueFile = z.output<typeof catalogueFile>;
export type ProductInFile = z.output<typeof Product>;
export type DeliveryInFile = z.output<typeof Delivery>;
export type ShowInFile = z.output<typeof Show>;
export type PerformanceInFile = z.output<typeof Performance>;
export type PriceLevelInFile = z.output<typeof PriceLevel>;
export type ChargeInFile = z.output<typeof Charge>;
export type PromotionInFile = z.output<typeof Promotion>;
