import { cardBrands } from '@butaca/contract/rules/card-brands';
import type { PromotionCards } from '../rows.ts';
import type {
  CatalogueFile,
  ChargeInFile,
  DeliveryInFile,
  PerformanceInFile,
  PriceLevelInFile,
  ProductInFile,
  PromotionInFile,
  ShowInFile,
} from './catalogue-file.ts';
import type {
  Catalogue,
  ChargeEntry,
  DeliveryEntry,
  LevelEntry,
  NamedPerformance,
  PerformanceEntry,
  ProductEntry,
  PromotionEntry,
  ShowEntry,
} from './entries.ts';
import { isTimeZone, minorUnits, readMoment } from './file-values.ts';
import { categoryNamed, type Known } from './import-transaction.ts';
import { type Problem, pathText } from './problem.ts';
import type { KnownCategory } from './queries.ts';

type Path = readonly PropertyKey[];

/** Turns a checked file into entries, with every reference looked up and the usual tax class where it names none; images follow, since they have to be read. */
export function readCatalogueFile(
  file: CatalogueFile,
  known: Known,
  usualTaxClass: string,
): { catalogue: Catalogue; problems: readonly Problem[] } {
  const reader = new Reader(file, known, usualTaxClass);
  reader.timeZones(file.venues);
  const shows = file.shows.map((show, index) => reader.show(show, ['shows', index]));
  const deliveries = file.deliveries.map((delivery, index) => reader.delivery(delivery, ['deliveries', index]));
  reader.refuseRepeated('deliveries', file.deliveries, ({ id }) => String(id));
  reader.refuseRepeated(
    'points',
    deliveries.flatMap(({ points }) => points),
    ({ id }) => String(id),
  );
  reader.refuseRepeated(
    'zones',
    deliveries.flatMap(({ zones }) => zones),
    ({ id }) => String(id),
  );
  const products = file.products.map((product, index) => reader.product(product, ['products', index]));
  reader.refuseRepeated('products', file.products, ({ key }) => key);
  reader.refuseRepeated('venues', file.venues, ({ seo }) => seo);
  reader.refuseRepeated('shows', file.shows, ({ seo }) => seo);
  reader.refuseRepeated('showTypes', file.showTypes, ({ id }) => String(id));
  reader.refuseRepeated('taxClasses', file.taxClasses, ({ code }) => code);
  const taxClasses = file.taxClasses.map(({ code, name, percent }) => ({ code, name, rate: minorUnits(percent) }));
  return {
    catalogue: { taxClasses, showTypes: file.showTypes, venues: file.venues, deliveries, products, shows },
    problems: reader.problems,
  };
}

class Reader {
  readonly problems: Problem[] = [];
  readonly #timeZones: ReadonlyMap<string, string>;
  readonly #types: ReadonlySet<number>;
  readonly #taxClasses: ReadonlySet<string>;
  readonly #known: Known;
  readonly #usualTaxClass: string;

  constructor(file: CatalogueFile, known: Known, usualTaxClass: string) {
    this.#known = known;
    this.#usualTaxClass = usualTaxClass;
    this.#timeZones = new Map(
      [...known.venues.values(), ...file.venues].map(({ seo, timeZone }) => [seo, isTimeZone(timeZone) ? timeZone : 'UTC']),
    );
    this.#types = new Set([...known.showTypes, ...file.showTypes].map(({ id }) => id));
    this.#taxClasses = new Set([...known.taxClasses, ...file.taxClasses.map(({ code }) => code)]);
  }

  timeZones(venues: CatalogueFile['venues']) {
    for (const [index, { timeZone }] of venues.entries()) {
      if (!isTimeZone(timeZone)) this.#refuse(['venues', index, 'timeZone'], `there is no time zone ${timeZone}`);
    }
  }

  delivery({ taxClass = this.#usualTaxClass, closesHours, description, ...delivery }: DeliveryInFile, at: Path): DeliveryEntry {
    this.#taxClass(taxClass, [...at, 'taxClass']);
    const { id, kind, name, offered } = delivery;
    const points = delivery.kind === 'point' ? delivery.points.map(({ hours, ...point }) => ({ ...point, hours: hours ?? null })) : [];
    const zones = delivery.kind === 'home' ? delivery.zones.map((zone) => ({ ...zone, price: minorUnits(zone.price) })) : [];
    const price = delivery.kind === 'point' ? minorUnits(delivery.price) : 0;
    return {
      ...{ id, kind, name, offered, taxClass, price, points, zones },
      description: description ?? null,
      closesHours: closesHours ?? null,
    };
  }

  /** Without its picture, which has to be read. */
  product(product: ProductInFile, at: Path): ProductEntry {
    const { key, venue, name, handover, mostPerPurchase, offered, price, stock, taxClass = this.#usualTaxClass } = product;
    this.#venue(venue, [...at, 'venue']);
    this.#taxClass(taxClass, [...at, 'taxClass']);
    const isWhole = product.variants ? price === undefined && stock === undefined : price !== undefined && stock !== undefined;
    if (!isWhole) this.#refuse(at, 'it has variants, or a price and a stock of its own');
    this.refuseRepeated(pathText([...at, 'variants']), product.variants ?? [], (variant) => variant.key);
    const timeZone = this.#timeZones.get(venue) ?? 'UTC';
    const variants = product.variants ?? [{ key: 'unico', name: null, price: price ?? 0, stock: stock ?? 0 }];
    return {
      ...{ key, venue, name, handover, mostPerPurchase, offered },
      show: product.show ?? null,
      performances: this.#named(product.performances, timeZone, [...at, 'performances']),
      description: product.description ?? null,
      mostPerTicket: product.mostPerTicket ?? null,
      mostPerPerson: product.mostPerPerson ?? null,
      image: null,
      variants: variants.map((variant, place) => {
        const ownClass = 'taxClass' in variant ? variant.taxClass : undefined;
        if (ownClass !== undefined) this.#taxClass(ownClass, [...at, 'variants', place, 'taxClass']);
        return {
          ...{ key: variant.key, name: variant.name, stock: variant.stock },
          price: minorUnits(variant.price),
          taxClass: ownClass ?? taxClass,
        };
      }),
    };
  }

  show(show: ShowInFile, at: Path): ShowEntry {
    if (!this.#types.has(show.type)) this.#refuse([...at, 'type'], `there is no show type ${show.type}`);
    this.#venue(show.venue, [...at, 'venue']);
    const performances = show.performances.map((performance, index) =>
      this.#performance(performance, show, [...at, 'performances', index]),
    );
    this.refuseRepeated(pathText([...at, 'performances']), performances, ({ venue, startsAt }) => `${venue} ${startsAt}`);
    this.refuseRepeated(
      pathText([...at, 'performances']),
      performances.filter(({ key }) => key !== undefined),
      ({ key = '' }) => key,
    );
    return {
      seo: show.seo,
      typeId: show.type,
      venue: show.venue,
      name: show.name,
      subtitle: show.subtitle ?? null,
      description: show.description ?? null,
      credits: show.credits ?? null,
      ageNote: show.ageNote ?? null,
      people: show.people,
      trailer: show.trailer,
      durationMinutes: show.durationMinutes ?? null,
      listed: show.listed ?? null,
      position: show.position ?? null,
      limits: show.limits ?? null,
      reservations: show.reservations ?? null,
      refunds: show.refunds ?? null,
      slowPayments: show.slowPayments ?? null,
      nominations: show.nominations ?? null,
      images: [],
      gallery: show.gallery && [],
      charges: this.#charges(show.charges, [...at, 'charges']),
      promotions: this.#promotions(show, performances, [...at, 'promotions']),
      performances,
    };
  }

  refuseRepeated<Item>(list: string, items: readonly Item[], keyOf: (item: Item) => string) {
    const seen = new Set<string>();
    for (const [index, item] of items.entries()) {
      const key = keyOf(item);
      if (seen.has(key)) this.#add({ at: `${list}[${index}]`, reason: `${key} is there twice` });
      seen.add(key);
    }
  }

  #performance(performance: PerformanceInFile, show: ShowInFile, at: Path): PerformanceEntry {
    const venue = performance.venue ?? show.venue;
    if (performance.venue) this.#venue(performance.venue, [...at, 'venue']);
    const timeZone = this.#timeZones.get(venue) ?? 'UTC';
    const moment = (name: 'startsAt' | 'previousStartsAt' | 'doorsAt' | 'onSaleAt') =>
      this.#moment(performance[name], timeZone, [...at, name]);
    const startsAt = moment('startsAt') ?? Temporal.Instant.fromEpochMilliseconds(0);
    const [previousStart, doorsAt, onSaleAt] = [moment('previousStartsAt'), moment('doorsAt'), moment('onSaleAt')];
    if (doorsAt && Temporal.Instant.compare(doorsAt, startsAt) > 0) this.#refuse([...at, 'doorsAt'], 'doors open before the start');
    if (onSaleAt && Temporal.Instant.compare(onSaleAt, startsAt) > 0) this.#refuse([...at, 'onSaleAt'], 'the sale opens before the start');
    const categories = this.#known.venues.get(venue)?.categories ?? null;
    if (performance.state === 'on_sale' && !categories) this.#refuse([...at, 'state'], `${venue} has no map, so it cannot be on sale`);
    const levelsAt = performance.prices ? [...at, 'prices'] : [at[0] ?? '', at[1] ?? '', 'prices'];
    return {
      venue,
      key: performance.key,
      startsAt,
      ...(previousStart ? { previousStarts: [previousStart] } : {}),
      doorsAt,
      onSaleAt,
      state: performance.state,
      levels: this.#levels(performance.prices ?? show.prices, categories, levelsAt),
      charges: this.#charges(performance.charges, [...at, 'charges']),
    };
  }

  #levels(
    levels: readonly PriceLevelInFile[] | undefined,
    categories: readonly KnownCategory[] | null,
    at: Path,
  ): LevelEntry[] | undefined {
    if (!levels) return undefined;
    this.refuseRepeated(pathText(at), levels, ({ category }) => category);
    return levels.map((level, index) => {
      const category = categories && categoryNamed(categories, level.category);
      if (categories && !category) {
        const names = categories.map(({ name }) => name).join(', ');
        this.#refuse([...at, index, 'category'], `the map has no category ${level.category}; it has ${names}`);
      }
      this.refuseRepeated(pathText([...at, index, 'types']), level.types, ({ name }) => name);
      const types = level.types.map(({ name, face, taxClass = this.#usualTaxClass }, place) => {
        this.#taxClass(taxClass, [...at, index, 'types', place, 'taxClass']);
        return { name, faceValue: minorUnits(face), taxClass };
      });
      const { id, name, color } = category ?? { id: level.category, name: level.category };
      return { category: id, name: level.name ?? name, color: level.color ?? color?.toLowerCase() ?? null, types };
    });
  }

  #charges(charges: readonly ChargeInFile[] | undefined, at: Path): ChargeEntry[] | undefined {
    if (!charges) return undefined;
    this.refuseRepeated(pathText(at), charges, ({ kind, channel }) => `${kind} ${channel}`);
    return charges.map(({ kind, channel, percent, fixed, taxClass = this.#usualTaxClass }, index) => {
      this.#taxClass(taxClass, [...at, index, 'taxClass']);
      if (kind === 'anti_fraud_qr' && percent > 0) this.#refuse([...at, index, 'percent'], 'the anti-fraud QR has a fixed amount only');
      return { kind, channel, percent: minorUnits(percent), fixed: minorUnits(fixed), taxClass };
    });
  }

  #promotions(show: ShowInFile, performances: readonly PerformanceEntry[], at: Path): PromotionEntry[] | undefined {
    if (!show.promotions) return undefined;
    this.refuseRepeated(pathText(at), show.promotions, ({ key }) => key);
    const timeZone = this.#timeZones.get(show.venue) ?? 'UTC';
    const priced = new Set(performances.flatMap(({ levels = [] }) => levels.flatMap(({ types }) => types.map(({ name }) => name))));
    return show.promotions.map((promotion, index) => {
      const here = [...at, index];
      const { sectors = null, priceTypes = null, weekdays = null } = promotion;
      // A file that names no prices leaves those of the database, which may have others.
      if (priced.size > 0)
        for (const [place, name] of (priceTypes ?? []).entries())
          if (!priced.has(name)) this.#refuse([...here, 'priceTypes', place], `the show has no price ${name}`);
      if (promotion.perCustomer !== undefined && !promotion.codes && !promotion.cards)
        this.#refuse([...here, 'perCustomer'], 'a limit per person needs codes or cards: what applies by itself is nobody’s');
      if (promotion.perCard !== undefined && !promotion.cards) this.#refuse([...here, 'perCard'], 'a limit per card needs cards');
      if (promotion.cards && (promotion.percent === 100 || promotion.price === 0))
        this.#refuse([...here, 'cards'], 'what costs nothing is charged to no card');
      if (promotion.cards && promotion.codes) this.#refuse([...here, 'codes'], 'it is for cards or for codes');
      if (promotion.cards && promotion.channels?.includes('box_office'))
        this.#refuse([...here, 'channels'], 'a counter does not know the card before it is charged');
      if (promotion.document && (promotion.codes || promotion.cards))
        this.#refuse([...here, 'document'], 'it is for documents, cards or codes');
      if (promotion.document && promotion.take !== undefined)
        this.#refuse([...here, 'document'], 'a document reduces one ticket: it goes with percent or price');
      this.refuseRepeated(pathText([...here, 'codes']), promotion.codes ?? [], ({ code }) => code);
      const moment = (text: string | undefined, ...path: Path) => this.#moment(text, timeZone, [...here, ...path])?.toString() ?? null;
      const [soldFrom, soldUntil] = [moment(promotion.from, 'from'), moment(promotion.until, 'until')];
      if (soldFrom && soldUntil && soldUntil <= soldFrom) this.#refuse([...here, 'until'], 'it ends before it begins');
      return {
        key: promotion.key,
        name: promotion.name,
        note: promotion.note ?? null,
        ...this.#reduction(promotion, here),
        channels: promotion.channels ?? (promotion.cards ? ['online'] : ['online', 'box_office']),
        cards: promotion.cards ? this.#cards(promotion.cards, [...here, 'cards']) : null,
        ...{ sectors, priceTypes, weekdays, soldFrom, soldUntil },
        perCustomer: promotion.perCustomer ?? null,
        perCard: promotion.perCard ?? null,
        perDocument: promotion.document?.perDocument ?? null,
        codes: promotion.codes?.map(({ code, uses }) => ({ code, mostUses: uses ?? null })) ?? null,
        performances: this.#named(promotion.performances, timeZone, [...here, 'performances']),
      };
    });
  }

  #cards({ brands, bins }: NonNullable<PromotionInFile['cards']>, at: Path): PromotionCards {
    if (!brands && !bins) this.#refuse(at, 'it names brands, bins or both');
    for (const [place, brand] of (brands ?? []).entries())
      if (!cardBrands.some((known) => known.brand === brand)) this.#refuse([...at, 'brands', place], `there is no brand of cards ${brand}`);
    const ranges = bins?.map((text, place) => {
      const [first = 0, last = first] = text.split('-').map(Number);
      if (last < first) this.#refuse([...at, 'bins', place], 'it ends before it begins');
      return [first, last] as const;
    });
    return { brands: brands ?? null, bins: ranges ?? null };
  }

  #reduction(
    { percent, take, pay, price }: PromotionInFile,
    at: Path,
  ): Pick<PromotionEntry, 'kind' | 'percent' | 'take' | 'pay' | 'price'> {
    const none = { percent: null, take: null, pay: null, price: null };
    const given = [percent, take ?? pay, price].filter((each) => each !== undefined);
    if (given.length !== 1) this.#refuse(at, 'it has exactly one of percent, take with pay, and price');
    if (percent !== undefined) {
      if (percent === 0) this.#refuse([...at, 'percent'], 'it is more than nothing');
      return { ...none, kind: 'percentage', percent: minorUnits(percent) };
    }
    if (price !== undefined) return { ...none, kind: 'fixed_price', price: minorUnits(price) };
    if (take === undefined || pay === undefined) this.#refuse([...at, take === undefined ? 'take' : 'pay'], 'take and pay go together');
    else if (pay >= take) this.#refuse([...at, 'pay'], 'fewer are paid than are taken');
    return { ...none, kind: 'n_for_m', take: take ?? null, pay: pay ?? null };
  }

  /** Each by its key, or by its start. */
  #named(names: readonly string[] | undefined, timeZone: string, at: Path): NamedPerformance[] | null {
    if (!names) return null;
    return names.flatMap((name, place): NamedPerformance[] => {
      if (!name.includes('T')) return [{ key: name }];
      const startsAt = this.#moment(name, timeZone, [...at, place]);
      return startsAt ? [{ startsAt: startsAt.toString() }] : [];
    });
  }

  #moment(text: string | undefined, timeZone: string, at: Path): Temporal.Instant | null {
    if (text === undefined) return null;
    try {
      return readMoment(text, timeZone);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.#refuse(at, error.message);
      return null;
    }
  }

  #venue(seo: string, at: Path) {
    if (!this.#timeZones.has(seo)) this.#refuse(at, `there is no venue ${seo}, neither in the file nor in the database`);
  }

  #taxClass(code: string, at: Path) {
    if (!this.#taxClasses.has(code)) this.#refuse(at, `there is no tax class ${code}`);
  }

  #refuse(at: Path, reason: string) {
    this.#add({ at: pathText(at), reason });
  }

  /** Prices of a show are checked for each performance; their problems are reported once. */
  #add({ at, reason }: Problem) {
    if (!this.problems.some((known) => known.at === at && known.reason === reason)) this.problems.push({ at, reason });
  }
}
