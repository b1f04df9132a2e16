import { layout, type RouteConfig, route } from '@react-router/dev/routes';
import { paths, type RouteName } from './paths.ts';
import { type ScreenName, screenNames } from './screens.ts';

/** The route module of each screen; not in screens.ts, which the browser loads too. */
export const screens: Readonly<Record<ScreenName, string>> = {
  cartelera: 'catalogue/billboard/route.tsx',
  landing: 'catalogue/landing/route.tsx',
  advancedsearch: 'catalogue/search/route.tsx',
  CarteleraProductos: 'catalogue/shop/route.tsx',
  venue: 'catalogue/venue/route.tsx',
  venueBySeo: 'catalogue/venue/route.tsx',
  funcion: 'catalogue/performance/route.tsx',
  funcionTienda: 'purchase/products/route.tsx',
  BuyTicket: 'purchase/buy/route.tsx',
  BuyTicketById: 'purchase/buy/route.tsx',
  BuyTicketOk: 'purchase/result/route.tsx',
  BuyTicketBox: 'box-office/route.tsx',
  promocion: 'purchase/promotion/route.tsx',
  counterSales: 'box-office/day/sales-route.tsx',
  counterDrawer: 'box-office/day/drawer-route.tsx',
  payConfirm: 'purchase/confirmation/route.tsx',
  payConfirmPool: 'purchase/confirmation/route.tsx',
  payError: 'purchase/confirmation/route.tsx',
  apayFinish: 'purchase/confirmation/route.tsx',
  payConfirmTigoMoney: 'purchase/confirmation/route.tsx',
  bancardFinish: 'purchase/confirmation/route.tsx',
  bancardFinish3ds: 'purchase/confirmation/route.tsx',
  linkPago: 'purchase/link/route.tsx',
  payConfirmLinkPago: 'purchase/link/result-route.tsx',
  changePassword: 'account/password/route.tsx',
  myAddress: 'account/addresses/route.tsx',
  mySecurity: 'account/security/route.tsx',
  myPhone: 'account/phones/route.tsx',
  myCards: 'account/cards/route.tsx',
  mySessions: 'account/sessions/route.tsx',
  myPrivacy: 'account/privacy/route.tsx',
  myOrders: 'account/orders/route.tsx',
  order: 'account/order/route.tsx',
  loginRedirect: 'login/external/redirect-route.tsx',
  myBookings: 'account/orders/bookings-route.tsx',
  myBookingsBox: 'box-office/day/bookings-route.tsx',
  myBalance: 'account/balance/route.tsx',
  myData: 'account/own-data/route.tsx',
  myAlias: 'account/alias/route.tsx',
  additionalData: 'account/own-data/additional-route.tsx',
  login: 'login/LoginScreen.tsx',
  loginLink: 'login/LinkScreen.tsx',
  notMe: 'login/NotMeScreen.tsx',
  newsletterConfirm: 'newsletter/LinkScreen.tsx',
  newsletterLeave: 'newsletter/LinkScreen.tsx',
  alertConfirm: 'newsletter/LinkScreen.tsx',
  alertLeave: 'newsletter/LinkScreen.tsx',
  signUp: 'login/sign-up/SignUpScreen.tsx',
  recoverPassword: 'login/recover/RecoverScreen.tsx',
  eticket: 'info/route.tsx',
  termsAndConditions: 'info/route.tsx',
  privacyPolicies: 'info/route.tsx',
  PointSales: 'info/route.tsx',
  Services: 'info/route.tsx',
  TechnicalSupport: 'support/route.tsx',
  ComplaintsBook: 'info/route.tsx',
  FAQ: 'info/route.tsx',
  withdrawal: 'info/route.tsx',
  withdrawalDocument: 'info/route.tsx',
};

const needsLogin = (name: RouteName) => 'login' in paths[name];
/** Pages beside the account's navigation; an order is read on a page of its own. */
const isOfAccount = (name: ScreenName) => screens[name].startsWith('account/') && name !== 'order';
/** Pages of a purchase, from the choice of places to its outcome, a payer's too: they say while there is no connection. */
const isOfPurchase = (name: ScreenName) => name === 'funcion' || screens[name].startsWith('purchase/');
const screen = (name: ScreenName) => route(paths[name].path, screens[name], { id: name });

export default [
  layout('frame/faults.tsx', [
    ...screenNames.filter((name) => !needsLogin(name) && !isOfPurchase(name)).map(screen),
    layout(
      'purchase/layout/PurchaseLayout.tsx',
      { id: 'public-purchase' },
      screenNames.filter((name) => !needsLogin(name) && isOfPurchase(name)).map(screen),
    ),
    layout('session/protected.tsx', [
      ...screenNames.filter((name) => needsLogin(name) && !isOfAccount(name) && !isOfPurchase(name)).map(screen),
      layout('purchase/layout/PurchaseLayout.tsx', screenNames.filter((name) => needsLogin(name) && isOfPurchase(name)).map(screen)),
      layout('account/AccountLayout.tsx', screenNames.filter(isOfAccount).map(screen)),
    ]),
    ...(import.meta.env?.DEV ? [route('_chrome', 'chrome/gallery.tsx')] : []),
    route('*', 'frame/not-found.tsx'),
  ]),
  route(paths.brandFile.path, 'seo/brand-file.ts'),
  route('sitemap.xml', 'seo/sitemap.ts'),
  route('robots.txt', 'seo/robots.ts'),
  route('cartelera.rss', 'seo/feed.ts'),
  route('cartelera.ics', 'seo/calendar.ts', { id: 'billboard-calendar' }),
  route('establecimiento/:venueId/agenda.ics', 'seo/calendar.ts', { id: 'venue-calendar' }),
  route('landing/:seo/agenda.ics', 'seo/calendar.ts', { id: 'show-calendar' }),
  route('manifest.webmanifest', 'seo/manifest.ts'),
] satisfies RouteConfig;
