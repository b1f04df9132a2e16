import type { Product, ProductVariant } from '@butaca/contract';
import type { Db } from '#db/connect';
import { addressOf } from './images.ts';
import { type Quote, quote } from './pricing.ts';
import { findProducts, type ProductRow } from './queries-products.ts';

/** What can be bought, as a purchase has it: a variant with its product. */
export interface ProductForSale {
  readonly product: ProductRow;
  readonly variant: ProductRow['variants'][number];
  /** Of one. */
  readonly price: Quote;
}

interface Shelf {
  readonly products: readonly ProductRow[];
  readonly variants: ReadonlyMap<number, ProductForSale>;
}

/** Changes are seen after this long. */
const FRESH_MS = 3000;

/** The products of the catalogue: few, seldom changed, and read only for purchases and pages that have some. */
export class ProductShelf {
  readonly #db: Db;
  readonly #displayUnit: number;
  #read: { readonly at: number; readonly shelf: Promise<Shelf> } | undefined;

  constructor(db: Db, displayUnit: number) {
    this.#db = db;
    this.#displayUnit = displayUnit;
  }

  /** Those of the catalogue in its order, withdrawn ones among them. */
  async products(): Promise<readonly ProductRow[]> {
    return (await this.#shelf()).products;
  }

  /** A variant, withdrawn or not; one that is not known may be new, and is looked for again. */
  async find(variantId: number): Promise<ProductForSale | undefined> {
    const askedAt = performance.now();
    return (await this.#shelf()).variants.get(variantId) ?? (await this.#shelf(askedAt - 1)).variants.get(variantId);
  }

  /** A product as its buyers see it; `stateOf` says what is left of each variant. */
  present(row: ProductRow, stateOf: (variantId: number) => Omit<ProductVariant, 'id' | 'name' | 'final' | 'net'>): Product {
    const { id, name, description, handover, image, imageAlt, mostPerPurchase, mostPerTicket } = row;
    return {
      ...{ id, name, handover, mostPerPurchase },
      ...(description === null ? {} : { description }),
      ...(mostPerTicket === null ? {} : { mostPerTicket }),
      ...(image && {
        image: {
          kind: 'thumbnail' as const,
          url: addressOf(image, `producto-${id}`),
          ...{ width: image.width, height: image.height, alt: imageAlt },
        },
      }),
      variants: row.variants
        .filter(({ withdrawn }) => !withdrawn)
        .map((variant) => {
          const { final, net } = this.#quote(variant);
          return { id: variant.id, ...(variant.name === null ? {} : { name: variant.name }), final, net, ...stateOf(variant.id) };
        }),
    };
  }

  #quote({ price, taxRate }: ProductRow['variants'][number]): Quote {
    return quote([{ faceValue: price, taxRate, charges: [], quantity: 1 }], this.#displayUnit);
  }

  /** As they were read, once for all that ask, later than `oldest`. */
  #shelf(oldest = performance.now() - FRESH_MS): Promise<Shelf> {
    if (this.#read && this.#read.at > oldest) return this.#read.shelf;
    const read = { at: performance.now(), shelf: this.#readAll() };
    this.#read = read;
    // After a failure the next call reads again.
    read.shelf.catch(() => {
      if (this.#read === read) this.#read = undefined;
    });
    return read.shelf;
  }

  async #readAll(): Promise<Shelf> {
    const products = await findProducts(this.#db);
    const variants = products.flatMap((product) =>
      product.variants.map((variant) => [variant.id, { product, variant, price: this.#quote(variant) }] as const),
    );
    return { products, variants: new Map(variants) };
  }
}
