/** Query parameters of the storefront's pages: our names, and the names in addresses, which do not change because addresses are bookmarked. */
export const queryNames = {
  next: 'nextUrl',
  search: 'cBuscar',
  showType: 'aListaidTipoDeEspectaculo',
  performance: 'idFuncion',
  purchase: 'idProcesoDeCompra',
  hash: 'h',
  queue: 'qid',
  failed: 'falla',
  welcome: 'alta',
} as const;

/** Where the shop tells what has become of a payment. */
export const paymentPage = (purchaseId: string) => `/payConfirm?${queryNames.purchase}=${purchaseId}`;

/** Where a buyer finds an order of theirs. */
export const orderPage = (orderId: string) => `/myOrders/${orderId}`;
