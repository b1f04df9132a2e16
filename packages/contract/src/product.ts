import * as z from 'zod/mini';
import { ShowImage } from './catalogue.ts';
import type { Endpoint } from './endpoint.ts';
import { ProductHandover, ProductObstacle } from './product-rule.ts';
import { Purchase, PurchasePerformance, PurchaseProduct, purchaseInPath } from './purchase.ts';
import { CatalogueId, CatalogueIdInPath, Money, OpaqueId, Text, YesNo } from './scalars.ts';
import { wireObject } from './wire.ts';

/** What can be chosen of a product, such as a size. */
export const ProductVariant = wireObject({
  id: ['idProductoVariante', CatalogueId],
  /** Absent where a product has one variant only. */
  name: ['cNombre', z.optional(Text)],
  /** Taxes included. */
  final: ['fPrecioFinal', Money],
  /** Before national taxes. */
  net: ['fPrecioSinImpuestos', Money],
  soldOut: ['lAgotado', YesNo],
  /** In a purchase: how many of it the purchase may have. */
  most: ['nMaximo', z.optional(z.int())],
  /** In a purchase: what stops it there. */
  limit: ['cMotivo', z.optional(ProductObstacle)],
  /** In a purchase: how many of it the purchase has. */
  quantity: ['nCantidad', z.optional(z.int())],
});
export type ProductVariant = z.output<typeof ProductVariant>;

const product = {
  id: ['idProducto', CatalogueId],
  name: ['cNombre', Text],
  description: ['cDescripcion', z.optional(Text)],
  image: ['oImagen', z.optional(ShowImage)],
  handover: ['ctEntrega', ProductHandover],
  mostPerPurchase: ['nMaximoPorCompra', z.int()],
  mostPerTicket: ['nMaximoPorEntrada', z.optional(z.int())],
  variants: ['listaVariante', z.array(ProductVariant)],
} as const;

/** A product as a purchase may have it. */
export const Product = wireObject(product);
export type Product = z.output<typeof Product>;

/** A product on the shop's page. */
export const ListedProduct = wireObject({
  ...product,
  venueId: ['idEstablecimiento', CatalogueId],
  venueName: ['cEstablecimientoNombre', Text],
  venueSeo: ['cEstablecimientoSeo', Text],
  /** Those that it can be bought for, the next ones first; without places and prices. */
  performances: ['listaFuncion', z.array(PurchasePerformance)],
});
export type ListedProduct = z.output<typeof ListedProduct>;

export const listProducts = {
  method: 'GET',
  path: '/v2/Tienda',
  access: 'anonymous',
  summary: 'The product shop: what venues sell beside tickets for performances to come, of all venues or of one',
  query: wireObject({ venueId: ['idEstablecimiento', z.optional(CatalogueIdInPath)] }),
  refuses: ['not_found'],
  answer: wireObject({ items: ['Lista', z.array(ListedProduct)] }),
  cacheSeconds: 2,
} as const satisfies Endpoint;

/** `0` for a purchase that is not started yet. */
const ProcessId = z.union([OpaqueId, z.literal('0')]);
const shopInPath = wireObject({ purchaseId: ['id', ProcessId], performanceId: ['idFuncion', CatalogueIdInPath] });

export const hasShop = {
  method: 'GET',
  path: '/v2/Proceso/:id/Tienda/ActivaParaFuncion/:idFuncion',
  access: 'customer',
  summary: 'Whether products can be bought for a performance with this purchase, or with a new one (`0`)',
  params: shopInPath,
  answer: wireObject({ active: ['lActiva', YesNo] }),
} as const satisfies Endpoint;

export const listProductsOfPerformance = {
  method: 'GET',
  path: '/v2/Proceso/:id/Tienda/ParaFuncion/:idFuncion',
  access: 'customer',
  summary: 'The products for a performance, with what this purchase, or a new one (`0`), has and may have of each',
  params: shopInPath,
  answer: wireObject({ items: ['Lista', z.array(Product)] }),
} as const satisfies Endpoint;

const Selected = wireObject({
  items: ['Lista', z.array(PurchaseProduct)],
  total: ['fTotalProductos', Money],
});

export const getSelectedProducts = {
  method: 'GET',
  path: '/v2/Proceso/:id/ProductoAsignado/Lista/Obtener',
  access: 'customer',
  summary: 'The products of a purchase of one’s own, with what they cost',
  params: purchaseInPath,
  refuses: ['not_on_sale'],
  answer: Selected,
} as const satisfies Endpoint;

/** C-19: by both methods. */
export const postSelectedProducts = {
  ...getSelectedProducts,
  method: 'POST',
  summary: 'The same by POST',
  body: wireObject({}),
} as const satisfies Endpoint;

export const selectProducts = {
  method: 'POST',
  path: '/v2/Proceso/:id/ProductoAsignado/Lista/Seleccionar',
  access: 'customer',
  key: 'optional',
  summary:
    'Make the products of a purchase for one performance exactly these; `0` starts a purchase of products alone. They are taken from stock until the purchase ends',
  params: wireObject({ purchaseId: ['id', ProcessId] }),
  body: wireObject({
    performanceId: ['idFuncion', CatalogueId],
    products: [
      'listaProducto',
      z
        .array(
          wireObject({
            variantId: ['idProductoVariante', CatalogueId],
            quantity: ['nCantidad', z.int().check(z.minimum(1), z.maximum(100))],
          }),
        )
        .check(z.maxLength(20)),
    ],
  }),
  refuses: [
    'product_refused',
    'not_for_you',
    'turn_needed',
    'cannot_reserve',
    'too_many_purchases',
    'not_on_sale',
    'purchase_over',
    'purchase_paying',
    'busy',
  ],
  answer: Purchase,
} as const satisfies Endpoint;

/** C-19: by both methods; one that only reads changes nothing. */
export const getSelection = {
  method: 'GET',
  path: selectProducts.path,
  access: 'customer',
  summary: 'The purchase with the products that were selected; changes nothing',
  params: purchaseInPath,
  refuses: ['not_on_sale'],
  answer: Purchase,
} as const satisfies Endpoint;
