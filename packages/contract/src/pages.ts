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
  topic: 'tema',
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

/** Room for every address of ours with its query. */
const LONGEST_NEXT = 2000;
/** Control signs, halves of signs, and ends of lines: browsers drop some of them from an address, and headers refuse them. */
const UNSENDABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;
/** A path shows no sign that hides or turns others. In a search they are letters: emoji are joined by one. */
const UNSEEN = /\p{Cf}/u;
/** Any origin shows whether a path stays where it is. */
const SOME_ORIGIN = 'https://own.invalid';

/**
 * The page that an address asks to go on to (`nextUrl`), as a path of our own that is good in a header; null for whatever could lead
 * elsewhere. `/.//x` would be read as the path `//x`, which names the host `x`.
 */
export function safeNext(next: unknown): string | null {
  if (typeof next !== 'string' || next.length > LONGEST_NEXT || !/^\/(?!\/)[^\\]*$/.test(next) || UNSENDABLE.test(next)) return null;
  const [path = ''] = next.split(/[?#]/, 1);
  try {
    const pathRead = decodeURIComponent(path);
    if (UNSENDABLE.test(pathRead) || UNSEEN.test(pathRead) || /\/\/|\\/.test(pathRead)) return null;
    if (UNSENDABLE.test(decoded(next.slice(path.length)))) return null;
    const { origin, pathname, search, hash } = new URL(next, SOME_ORIGIN);
    const own = `${pathname}${search}${hash}`;
    return origin === SOME_ORIGIN && own.length <= LONGEST_NEXT ? own : null;
  } catch {
    return null;
  }
}

/** People type `100%` into a search, and old links are not in UTF-8: what is no encoding hides no sign either. */
const decoded = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) =>
    new TextDecoder().decode(Uint8Array.from(encoded.slice(1).split('%'), (byte) => Number.parseInt(byte, 16))),
  );
