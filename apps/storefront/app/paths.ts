import { alertPages, logInLinkPage, newsletterPages, notMePage, queryNames } from '@butaca/contract/pages';

/** How a route is written and whether it needs a login (R-003..R-058); letter case as in the specification. */
interface PathEntry {
  readonly path: string;
  readonly login?: true;
}

/**
 * Every address of the product by the name of its route (R-003). Matched without regard to case, written exactly like
 * this (C-26). A parameter in a path is `:name`, an optional one `:name?`.
 */
export const paths = {
  cartelera: { path: '/' },
  payFinish: { path: '/' },
  loginRedirect: { path: '/loginRedirect' },
  login: { path: '/login' },
  loginLink: { path: logInLinkPage },
  notMe: { path: notMePage },
  newsletterConfirm: { path: newsletterPages.confirm },
  newsletterLeave: { path: newsletterPages.leave },
  alertConfirm: { path: alertPages.confirm },
  alertLeave: { path: alertPages.leave },
  signUp: { path: '/signUp' },
  recoverPassword: { path: '/recoverPassword' },
  eticket: { path: '/eticket' },
  termsAndConditions: { path: '/termsAndConditions' },
  privacyPolicies: { path: '/privacyPolicies' },
  PointSales: { path: '/PointSales' },
  Services: { path: '/Services' },
  TechnicalSupport: { path: '/TechnicalSupport' },
  ComplaintsBook: { path: '/ComplaintsBook' },
  FAQ: { path: '/FAQ' },
  landing: { path: '/landing/:seo' },
  advancedsearch: { path: '/AdvancedSearch' },
  CarteleraProductos: { path: '/tienda/:venueId?' },
  venue: { path: '/establecimiento/:seo/:venueId' },
  funcion: { path: '/funcion/:seo?/:performanceId?', login: true },
  funcionTienda: { path: '/funcionTienda', login: true },
  BuyTicket: { path: '/buyTicket', login: true },
  BuyTicketById: { path: '/BuyTicket/:purchaseId', login: true },
  BuyTicketOk: { path: '/BuyTicket/ok/:purchaseId', login: true },
  BuyTicketBox: { path: '/buyTicketBox', login: true },
  counterSales: { path: '/boleteria/ventas', login: true },
  counterDrawer: { path: '/boleteria/caja', login: true },
  promocion: { path: '/promocion', login: true },
  myAddress: { path: '/myAddress', login: true },
  myPhone: { path: '/myPhone', login: true },
  myOrders: { path: '/myOrders', login: true },
  order: { path: '/myOrders/:orderId', login: true },
  myBookingsBox: { path: '/myBookingsBox', login: true },
  myBookings: { path: '/myBookings', login: true },
  myBalance: { path: '/myBalance', login: true },
  additionalData: { path: '/additionalData', login: true },
  changePassword: { path: '/changePassword', login: true },
  mySecurity: { path: '/mySecurity', login: true },
  myData: { path: '/myData', login: true },
  myAlias: { path: '/myAlias', login: true },
  myCards: { path: '/myCards', login: true },
  mySessions: { path: '/mySessions', login: true },
  myPrivacy: { path: '/myPrivacy', login: true },
  payConfirm: { path: '/payConfirm', login: true },
  payConfirmPool: { path: '/payConfirmPool', login: true },
  payError: { path: '/payError', login: true },
  apayFinish: { path: '/apay/cobro/finalizar', login: true },
  payConfirmTigoMoney: { path: '/payConfirmTigoMoney', login: true },
  bancardFinish: { path: '/bancard/finish/:purchaseId', login: true },
  bancardFinish3ds: { path: '/bancard/finish3ds/:purchaseId', login: true },
  linkPago: { path: '/linkPago/:purchaseId?' },
  payConfirmLinkPago: { path: '/payConfirmLinkPago' },
  waitingRoom: { path: '/fila' },
  withdrawal: { path: '/arrepentimiento' },
  withdrawalDocument: { path: '/arrepentimiento/autorizacion' },
  ticket: { path: '/entrada/:code' },
  brandFile: { path: '/marca/:hash/:name' },
  venueBySeo: { path: '/:seo/:venueId' },
} as const satisfies Record<string, PathEntry>;

export type RouteName = keyof typeof paths;

type ParamsIn<Path extends string> = Path extends `${infer Head}/${infer Rest}`
  ? ParamsIn<Head> & ParamsIn<Rest>
  : Path extends `:${infer Name}?`
    ? { readonly [K in Name]?: string | number }
    : Path extends `:${infer Name}`
      ? { readonly [K in Name]: string | number }
      : object;
export type PathParams<Name extends RouteName> = ParamsIn<(typeof paths)[Name]['path']>;

export { queryNames };

type QueryName = keyof typeof queryNames;
export type Query = { readonly [K in QueryName]?: string | number | undefined };

/** The address of a route, parameters encoded; an optional part without its parameter is left out. */
export function pathTo<Name extends RouteName>(name: Name, params: PathParams<Name>, query: Query = {}): string {
  const values = params as Readonly<Record<string, string | number | undefined>>;
  const parts = paths[name].path
    .split('/')
    .slice(1)
    .map((part) => fill(part, values));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([own, value]) => (value === undefined ? [] : [[queryNames[own as QueryName], String(value)]])),
  ).toString();
  return `/${parts.filter((part) => part !== null).join('/')}${search && `?${search}`}`;
}

function fill(part: string, values: Readonly<Record<string, string | number | undefined>>): string | null {
  if (!part.startsWith(':')) return part;
  const value = values[part.slice(1).replace('?', '')];
  return value === undefined ? null : encodeURIComponent(value);
}

const firstWord = (path: string) => path.split('/')[1]?.toLowerCase() ?? '';

/** First words that are never a venue's seo name, in lower case (C-04): those of the table and of what is no page. */
export const reservedWords: ReadonlySet<string> = new Set([
  ...Object.values(paths)
    .map(({ path }) => firstWord(path))
    .filter((word) => word !== '' && !word.startsWith(':')),
  'v2',
  'v3',
  'assets',
  'images',
  'widget',
  '_chrome',
  'externallogin',
]);

/** Whether `/{seo}/{id}` may be the catch-all venue page (C-04): digits, and no word of the route table. */
export const isVenueAddress = (seo: string, id: string): boolean => /^[1-9]\d{0,9}$/.test(id) && !reservedWords.has(seo.toLowerCase());
