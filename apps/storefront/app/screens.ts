import type { RouteName } from './paths.ts';

/** The screens that exist, by route name. Menus offer only these, so that no link leads to a missing page. */
export const screens = {
  cartelera: 'catalogue/billboard/route.tsx',
  landing: 'catalogue/landing/route.tsx',
  advancedsearch: 'catalogue/search/route.tsx',
  venue: 'catalogue/venue/route.tsx',
  venueBySeo: 'catalogue/venue/route.tsx',
  funcion: 'catalogue/performance/route.tsx',
  BuyTicket: 'purchase/buy/route.tsx',
  BuyTicketById: 'purchase/buy/route.tsx',
  BuyTicketOk: 'purchase/result/route.tsx',
  BuyTicketBox: 'box-office/route.tsx',
  payConfirm: 'purchase/confirmation/route.tsx',
  payConfirmPool: 'purchase/confirmation/route.tsx',
  payError: 'purchase/confirmation/route.tsx',
  apayFinish: 'purchase/confirmation/route.tsx',
  payConfirmTigoMoney: 'purchase/confirmation/route.tsx',
  bancardFinish: 'purchase/confirmation/route.tsx',
  bancardFinish3ds: 'purchase/confirmation/route.tsx',
  myOrders: 'account/orders/route.tsx',
  order: 'account/order/route.tsx',
  login: 'login/LoginScreen.tsx',
  signUp: 'login/sign-up/SignUpScreen.tsx',
  eticket: 'info/route.tsx',
  termsAndConditions: 'info/route.tsx',
  privacyPolicies: 'info/route.tsx',
  PointSales: 'info/route.tsx',
  Services: 'info/route.tsx',
  TechnicalSupport: 'info/route.tsx',
  ComplaintsBook: 'info/route.tsx',
  FAQ: 'info/route.tsx',
  withdrawal: 'info/route.tsx',
  withdrawalDocument: 'info/route.tsx',
} as const satisfies Partial<Record<RouteName, string>>;

export type ScreenName = keyof typeof screens;

export const hasScreen = (name: RouteName): name is ScreenName => name in screens;
