/** Query parameters of the storefront's pages: our names, and the names in addresses, which do not change because addresses are bookmarked. */
export const queryNames = {
  next: 'nextUrl',
  search: 'cBuscar',
  showType: 'aListaidTipoDeEspectaculo',
  when: 'cuando',
  day: 'dia',
  weekdays: 'dias',
  hours: 'hora',
  venue: 'idEstablecimiento',
  zone: 'zona',
  maxPrice: 'precioHasta',
  page: 'pagina',
  performance: 'idFuncion',
  purchase: 'idProcesoDeCompra',
  hash: 'h',
  part: 'parte',
  order: 'idOperacion',
  queue: 'qid',
  failed: 'falla',
  welcome: 'alta',
  change: 'cambio',
  link: 'enlace',
} as const;

/** Where a link that was mailed logs in; the link itself stands behind `#`. */
export const logInLinkPage = '/loginLink';

/**
 * What the links of mails about a new passkey, device or address open; the link itself stands behind `#`, so it reaches neither logs nor
 * other sites.
 */
export const notMePage = '/noFuiYo';

/**
 * What the links of the newsletter's mails open. Mail programs end a subscription by a POST to the second one (RFC 8058), so the link stands
 * in its query.
 */
export const newsletterPages = { confirm: '/novedades', leave: '/novedades/baja' } as const;
export const newsletterPage = (page: keyof typeof newsletterPages, link: string) => `${newsletterPages[page]}?${queryNames.link}=${link}`;

/** The same for alerts about shows. */
export const alertPages = { confirm: '/aviso', leave: '/aviso/baja' } as const;
export const alertPage = (page: keyof typeof alertPages, link: string) => `${alertPages[page]}?${queryNames.link}=${link}`;

/** The page of a show. */
export const showPage = (seo: string) => `/landing/${seo}`;

/** The page of a venue. */
export const venuePage = ({ seo, id }: { readonly seo: string; readonly id: number }) => `/establecimiento/${seo}/${id}`;

/** On to a map of the way to an address. */
export const mapPage = (address: string) => `https://www.openstreetmap.org/search?${new URLSearchParams({ query: address })}`;

/** The result page of a payment; wallets come back to addresses of their own. */
export const paymentPage = (purchaseId: string, path: PaymentPath = '/payConfirm') => `${path}?${queryNames.purchase}=${purchaseId}`;
type PaymentPath = '/payConfirm' | '/payConfirmPool' | '/payConfirmTigoMoney' | '/apay/cobro/finalizar';

export const recoverPasswordPage = '/recoverPassword';

/** The same with the address filled in; it stands behind `#`, so it reaches no log. */
export const recoverPasswordOf = (email: string) => `${recoverPasswordPage}#${encodeURIComponent(email)}`;

/** The address in the `#` of such a link; empty without one. */
export function emailToRecover(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}

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
