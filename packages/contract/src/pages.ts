/** Query parameters of the storefront's pages: our names, and the names in addresses, which do not change because addresses are bookmarked. */
export const queryNames = {
  next: 'nextUrl',
  search: 'cBuscar',
  showType: 'aListaidTipoDeEspectaculo',
  performance: 'idFuncion',
  purchase: 'idProcesoDeCompra',
  hash: 'h',
  part: 'parte',
  order: 'idOperacion',
  queue: 'qid',
  failed: 'falla',
  welcome: 'alta',
  change: 'cambio',
} as const;

/** Where a link that was mailed logs in; the link itself stands behind `#`. */
export const logInLinkPage = '/loginLink';

/** The result page of a payment; wallets come back to addresses of their own. */
export const paymentPage = (purchaseId: string, path: PaymentPath = '/payConfirm') => `${path}?${queryNames.purchase}=${purchaseId}`;
type PaymentPath = '/payConfirm' | '/payConfirmPool' | '/payConfirmTigoMoney' | '/apay/cobro/finalizar';

export const recoverPasswordPage = '/recoverPassword';

/** Where `/.well-known/change-password` leads: whoever is logged in goes on to the change itself, which only the browser knows. */
export const changePasswordEntrance = `${recoverPasswordPage}?${queryNames.change}=1`;

/** The page of an order. */
export const orderPage = (orderId: string) => `/myOrders/${orderId}`;

/** Addresses of the server that are no calls of the contract: browsers and the provider open them. */
export const externalLoginPaths = {
  /** With `redirect_uri`: on to the provider. */
  start: '/externalLogin',
  /** GET: on to the provider's own log-out, for the hidden frame; POST: the provider says who logged out there. */
  logOut: '/externalLogin/logout',
} as const;
