import type { RouteName } from './paths.ts';

/** Routes whose screens exist. Menus offer only these, so that no link leads to a missing page. */
export const screenNames = [
  'cartelera',
  'landing',
  'advancedsearch',
  'venue',
  'venueBySeo',
  'funcion',
  'BuyTicket',
  'BuyTicketById',
  'BuyTicketOk',
  'BuyTicketBox',
  'payConfirm',
  'payConfirmPool',
  'payError',
  'apayFinish',
  'payConfirmTigoMoney',
  'bancardFinish',
  'bancardFinish3ds',
  'myAddress',
  'myPhone',
  'mySessions',
  'myPrivacy',
  'myOrders',
  'order',
  'loginRedirect',
  'login',
  'signUp',
  'eticket',
  'termsAndConditions',
  'privacyPolicies',
  'PointSales',
  'Services',
  'TechnicalSupport',
  'ComplaintsBook',
  'FAQ',
  'withdrawal',
  'withdrawalDocument',
] as const satisfies readonly RouteName[];

export type ScreenName = (typeof screenNames)[number];

export const hasScreen = (name: RouteName): name is ScreenName => (screenNames as readonly RouteName[]).includes(name);
