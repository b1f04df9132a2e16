import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { loadBrand } from '@butaca/brand/load';
import {
  acceptOffer,
  addAddress,
  addPasskey,
  addPhone,
  addRoomCodes,
  applyPromotionCode,
  askForAlert,
  askForLink,
  askForOwnAlert,
  askRecoveryCode,
  authenticatePayer,
  cancelCardCheck,
  cancelPayment,
  cancelReservation,
  changeAddress,
  changeCustomer,
  changeEmail,
  changePassword,
  changePhone,
  changePlaces,
  changePrice,
  changeRoom,
  changeSector,
  charge,
  chargeCash,
  chargeTerminal,
  clearName,
  closeDrawer,
  closeGivenBack,
  closeRefund,
  confirmAddress,
  confirmAlert,
  confirmCardCheck,
  confirmEnrolment,
  confirmPayment,
  confirmSubscription,
  continuePayLink,
  correctMailbox,
  correctMailboxByStaff,
  createPayPalOrder,
  declineOffer,
  deleteCard,
  deleteKeptCard,
  endNoticed,
  endOtherSessions,
  endpoints,
  endSession,
  eraseAccount,
  findCounterSales,
  findOfficeOrders,
  forgetDevice,
  getAvailability,
  getBalance,
  getBillboard,
  getBillReceiver,
  getCaptcha,
  getCardKind,
  getCodeDelivery,
  getCounterSale,
  getCustomer,
  getDrawers,
  getExternalCustomer,
  getNominationsFile,
  getOfficeMoney,
  getOfficeOrder,
  getOfficeRoom,
  getOfficeTickets,
  getOrder,
  getPayLink,
  getPayLinkCard,
  getPerformance,
  getPrivacy,
  getPublicPerformance,
  getPurchase,
  getSelectedProducts,
  getSelection,
  getShow,
  getStartedPurchase,
  getTicketsFile,
  givePromotionDocuments,
  giveSecondFactor,
  giveSecondLook,
  handOverProducts,
  hasShop,
  invalidatePurchase,
  leaveAlert,
  leaveNewsletter,
  listAgenda,
  listCounterPerformances,
  listDeliveryTypes,
  listDrawers,
  listKeptCards,
  listOfficeBills,
  listOfficePerformances,
  listOfficeRooms,
  listOrders,
  listOtherPlaces,
  listPasskeys,
  listPaymentMethods,
  listPlacesRules,
  listProducts,
  listProductsOfPerformance,
  listPromotions,
  listPromotionsOfReservation,
  listRecoveryPasskeys,
  listRefunds,
  listRunningPurchases,
  listSessions,
  listShows,
  listShowTypes,
  listUndelivered,
  listVenues,
  logIn,
  logInExternally,
  logInWithDevice,
  logInWithLink,
  logInWithPasskey,
  logOut,
  makePayLink,
  makeReservation,
  marketingVersions,
  moveCash,
  moveDelivery,
  moveRoom,
  nominate,
  openDrawer,
  openRoom,
  openSecurity,
  type Purchase,
  payAuthenticated,
  payByLink,
  payInFrame,
  pollPayment,
  postSelectedProducts,
  preValidate,
  previewPromotions,
  previewRefund,
  putMailAside,
  readCode,
  readNotice,
  recordPrint,
  recoverPassword,
  refundOrder,
  reissueTickets,
  reissueTicketsByStaff,
  releaseGroup,
  releasePerformance,
  removeAddress,
  removeFactor,
  removePasskey,
  removePhone,
  removePromotion,
  removeRoomCodes,
  renewRecoveryCodes,
  reopenGivenBack,
  requestExport,
  resendTickets,
  resumePayment,
  retryBill,
  revokePayLink,
  saveCard,
  searchShows,
  selectDelivery,
  selectPaymentMethod,
  selectProducts,
  sendAddressCode,
  sendEmailChangeCode,
  sendErasureCode,
  sendMailAgain,
  sendMailboxCode,
  sendMailboxCodeByStaff,
  setBillReceiver,
  setMarketing,
  setPlaces,
  settleDoubt,
  setUpAuthentication,
  signUp,
  startEnrolment,
  startPasskey,
  startPasskeyLogIn,
  startPurchase,
  subscribe,
  takeMailBack,
  takeMore,
  takePlaces,
  takeQuantities,
  takeReservation,
  takeReservedPlaces,
  voidSale,
  writeToSupport,
  writeToSupportAsCustomer,
} from '@butaca/contract';
import { readOrderNumber } from '@butaca/contract/rules/order-number';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { alertMailOf, codeMailOf, linkMailOf, newsletterMailOf } from '../../src/customers/index.ts';
import { linkOf } from '../../src/customers/mailed-links.ts';
import { anOutside } from '../conformance/outside.ts';
import { payPalUnderTest } from '../conformance/paypal.ts';
import { freshDatabase } from '../database.ts';
import { aBancard } from '../factories/bancard.ts';
import { anAuthority } from '../factories/bills.ts';
import { cardForm } from '../factories/buyer.ts';
import { aProduct, aPromotion } from '../factories/catalogue.ts';
import { aCheckout } from '../factories/checkout.ts';
import { answerOf, clientOf, type Exchange } from '../factories/client.ts';
import { aCounter } from '../factories/counter.ts';
import { customersApp, PASSWORD, SECRET } from '../factories/customers.ts';
import { aCybersource, aDevice, cybersourceMethod, named } from '../factories/cybersource.ts';
import { aMember as aMemberElsewhere, externalLogin } from '../factories/external-login.ts';
import { goodwill } from '../factories/goodwill.ts';
import { lateMoney, SEATS } from '../factories/late-money.ts';
import { authenticatorAt } from '../factories/passkey.ts';
import { TICKET_TOTAL } from '../factories/purchase.ts';
import { aMember, authenticator, proofOf } from '../factories/staff.ts';
import { haveUndelivered } from '../factories/undelivered.ts';
import { bookedUnlike } from '../factories/unlike.ts';

/** The wire's own names stand here alone: a file for each call, which the API reference shows as its example. */
const FOLDER = join(import.meta.dirname, '../../../../packages/contract/examples');
/** Calls that answer a file when they succeed. */
const FILES: readonly string[] = Object.entries(endpoints).flatMap(([name, endpoint]) => ('file' in endpoint ? [name] : []));

const { db, close } = await freshDatabase();
const taxOffice = await anAuthority();
const checkout = await aCheckout(
  db,
  undefined,
  [
    {
      startsAt: Temporal.Instant.from('2040-05-18T23:30:00Z'),
      promotions: [
        aPromotion({ key: 'amigos', name: 'Amigos de la sala', percent: 3000, codes: [{ code: 'AMIGOS', mostUses: 200 }] }),
        aPromotion({ key: 'jubilados', name: 'Jubilados', percent: 5000, perDocument: 1 }),
      ],
      reservations: { days: 5, closesHours: 48, mostPerCustomer: 6, mostPercent: 20, partPayable: true },
      nominations: { closesHours: 24, oncePerDocument: true },
      products: [
        aProduct({
          name: 'Remera de la obra',
          description: 'Algodón, estampada a mano.',
          mostPerPurchase: 4,
          variants: [
            { key: 'm', name: 'M' },
            { key: 'l', name: 'L', stock: 0 },
          ],
        }),
      ],
    },
  ],
  { billing: taxOffice.packAt(db) },
);
const { app, sale, buyer, gateway } = checkout;
const elsewhere = await externalLogin(db);
const bank = await aCybersource();
const withBank = await customersApp(db, {
  payments: [bank.provider],
  brand: { ...(await loadBrand('butaca')).brand, payments: { methods: [cybersourceMethod] } },
});
const atBancard = await aBancard();
const inGuaranies = await customersApp(db, { brand: atBancard.brand, payments: [atBancard.provider] });
const outside = await anOutside();
const atPayPal = payPalUnderTest(outside);
const inDollars = await customersApp(db, { payments: [atPayPal.provider], methods: [atPayPal.method] });
const withCaptcha = await customersApp(db, { captcha: { cost: 50 } });
afterAll(async () => {
  await elsewhere.close();
  await withBank.close();
  await inGuaranies.close();
  await atBancard.close();
  await inDollars.close();
  await outside.close();
  await withCaptcha.close();
  await checkout.close();
  await close();
});

/** By call, the first success and the first refusal of the story below. */
const successes = new Map<string, Exchange>();
const refusals = new Map<string, Exchange>();
const record = (exchange: Exchange) => {
  const { nCode } = exchange.answer as { nCode: number };
  const into = nCode === 200 ? successes : refusals;
  if (!into.has(exchange.name)) into.set(exchange.name, exchange);
};

const card = { ...cardForm, instalments: 1 };

const address = {
  type: 'home',
  street: 'Pasaje de los Telones',
  number: '120',
  country: 'ar',
  province: 'C',
  location: 'Buenos Aires',
  postcode: 'C1043AAB',
  preferred: true,
} as const;

const receiver = {
  condition: 'registered',
  documentType: 'cuit',
  documentNumber: '20-26756539-3',
  name: 'Teatro de los Telones S.A.',
  address: 'Defensa 1200, CABA',
} as const;

const stranger = clientOf(app, { record });
const mine = clientOf(app, { token: buyer.token, record });
const payer = clientOf(app, { record });
const { performanceId } = sale;

/** Places that nothing else of the story takes. */
const RESERVED = [36, 37, 38];

async function reserveAndPayLater() {
  const { purchase } = await mine.ok(takePlaces, { body: { performanceId, placeIds: RESERVED } });
  const reservationId = purchase.id;
  await mine.refused(makeReservation, { params: { purchaseId: reservationId }, body: { acceptsConditions: false } });
  await mine.ok(listPromotions, { params: { performanceId }, body: { purchaseId: reservationId } });
  await mine.refused(applyPromotionCode, { params: { purchaseId: reservationId }, body: { code: 'NADA' } });
  const { documentPromotions = [] } = await mine.ok(applyPromotionCode, {
    params: { purchaseId: reservationId },
    body: { code: 'AMIGOS' },
  });
  const promotionId = documentPromotions[0]?.id ?? 0;
  const documents = (documentNumber: string) => ({
    params: { purchaseId: reservationId },
    body: {
      promotionId,
      documents: [
        { documentType: 'dni' as const, documentNumber },
        { documentType: 'dni' as const, documentNumber: '5123456' },
      ],
    },
  });
  await mine.refused(givePromotionDocuments, documents('5123456'));
  await mine.ok(givePromotionDocuments, documents('5123457'));
  await mine.ok(removePromotion, { params: { purchaseId: reservationId }, body: { promotionId } });
  await mine.ok(previewPromotions, { params: { performanceId }, body: { quantities: [{ quantity: 2 }] } });
  await mine.ok(makeReservation, { params: { purchaseId: reservationId }, body: { acceptsConditions: true } });
  await mine.ok(listPromotionsOfReservation, { params: { purchaseId: reservationId }, body: { performanceId } });
  await mine.ok(takeReservation, { params: { purchaseId: '0' }, body: { reservationId, performanceId } });
  await mine.ok(takeReservedPlaces, { params: { purchaseId: '0' }, body: { reservationId, performanceId, placeIds: RESERVED.slice(1) } });
  await mine.ok(cancelReservation, { params: { reservationId } });
}

async function buyProducts() {
  const { items: shop } = await stranger.ok(listProducts, { query: { venueId: undefined } });
  const [medium, large] = shop[0]?.variants ?? [];
  const { purchase } = await mine.ok(takePlaces, { body: { performanceId, placeIds: [39] } });
  const of = { purchaseId: purchase.id };
  await mine.ok(hasShop, { params: { ...of, performanceId } });
  const two = (variantId = 0) => ({ params: of, body: { performanceId, products: [{ variantId, quantity: 2 }] } });
  await mine.ok(selectProducts, two(medium?.id));
  await mine.refused(selectProducts, two(large?.id));
  await mine.ok(listProductsOfPerformance, { params: { ...of, performanceId } });
  await mine.ok(getSelectedProducts, { params: of });
  await mine.ok(postSelectedProducts, { params: of, body: {} });
  await mine.ok(getSelection, { params: of });
  await mine.ok(invalidatePurchase, { params: of });
  const { id, totals } = await mine.ok(selectProducts, { ...two(medium?.id), params: { purchaseId: '0' } });
  await mine.ok(charge, { params: { purchaseId: id }, body: { ...card, total: totals?.total ?? 0 } });
  return { orderId: id, variantId: medium?.id ?? 0 };
}

/** One customer's use of the product, and what staff see of it; each call is made at least once. */
beforeAll(async () => {
  await stranger.ok(getBillboard, {});
  await stranger.ok(listAgenda, { query: {} });
  await stranger.ok(searchShows, {
    query: { perPage: 2, page: 1 },
    body: { text: 'hamlet', typeIds: [1], from: '2026-01-01', until: '2030-12-31', maxPrice: 2_500_000 },
  });
  const { items: shows } = await stranger.ok(listShows, {});
  const show = shows[0];
  if (!show) throw new Error('no show is on the billboard');
  await alerts(show.id);
  await stranger.ok(listShowTypes, {});
  await stranger.ok(listVenues, {});
  await stranger.ok(getShow, { params: { showId: show.id }, query: { hash: show.hash } });
  await stranger.refused(getShow, { params: { showId: 999 }, query: {} });
  const { performances } = await stranger.ok(getShow, { params: { showId: show.id }, query: { hash: show.hash } });
  const hash = performances[0]?.hash;
  await stranger.ok(getPublicPerformance, { params: { performanceId }, query: { hash } });
  await mine.ok(getPerformance, { params: { performanceId }, query: { hash } });
  await stranger.ok(getAvailability, { params: { performanceId }, query: {} });
  await mine.ok(listPlacesRules, { params: { performanceId }, query: {} });
  await mine.refused(listPlacesRules, { params: { performanceId: 999_999 }, query: {} });

  await clientOf(withCaptcha, { record }).ok(getCaptcha, { query: { purpose: 'log-in' } });
  const account = { email: 'julia@correo.example', password: PASSWORD };
  const personal = {
    firstName: 'Julia',
    lastName: 'Paredes',
    gender: 'feminine',
    documentType: 'dni',
    documentNumber: '30.123.456',
    birthday: '1990-05-17',
    country: 'ar',
    phoneType: 'mobile',
    phoneNumber: '+54 11 5555-0100',
  } as const;
  await stranger.ok(signUp, { body: { ...personal, ...account } });
  await stranger.refused(signUp, { body: { ...personal, ...account } });
  await stranger.refused(logIn, { body: { ...account, password: 'Otra2026' } });
  await newsletter();
  await support();
  // A recovery takes phones away from an account that was never confirmed.
  await db`update customer set email_confirmed_at = now() where email = ${account.email}`;
  const { requestId } = await stranger.ok(askRecoveryCode, { body: { email: account.email } });
  await stranger.refused(recoverPassword, { body: { requestId, code: '12345678', password: account.password } });
  const { code = '' } = (await codeMailOf({ db, secret: SECRET }, requestId)) ?? {};
  await stranger.refused(listRecoveryPasskeys, { body: { requestId, code: '12345678' } });
  await stranger.ok(listRecoveryPasskeys, { body: { requestId, code: spaced(code) } });
  await stranger.ok(recoverPassword, { body: { requestId, code: spaced(code), password: account.password } });
  await db`update customer set email_confirmed_at = null where email = ${account.email}`;
  const { token } = await stranger.ok(logIn, { body: account });
  const own = clientOf(app, { token, record });
  await own.refused(changePassword, { body: { current: 'Otra2026', password: 'Candilejas2027' } });
  await own.ok(changePassword, { body: { current: account.password, password: 'Candilejas2027' } });
  await own.ok(changePassword, { body: { current: 'Candilejas2027', password: account.password } });
  const { addresses } = await own.ok(addAddress, { body: address });
  const { phones } = await own.ok(addPhone, { body: { type: 'permanent', number: '011 4444-0101', preferred: false } });
  await own.ok(getCustomer, {});
  await own.ok(changeCustomer, { body: { lastName: 'Paredes Ruiz' } });
  await own.refused(changeCustomer, { body: { documentType: 'ine', documentNumber: 'ABCD1234' } });
  await own.ok(sendAddressCode, {});
  await own.refused(sendAddressCode, {});
  await own.refused(confirmAddress, { body: { code: '000000' } });
  await db`update customer set email_confirmed_at = now() where email = ${account.email}`;
  await own.ok(confirmAddress, { body: { code: '482915' } });
  const another = 'julia.paredes@otro.example';
  await own.refused(sendEmailChangeCode, { body: { email: another, password: 'Otra2026' } });
  await own.ok(sendEmailChangeCode, { body: { email: another, password: account.password } });
  await own.refused(changeEmail, { body: { email: another, code: '000000' } });
  await own.ok(changeEmail, { body: { email: account.email, code: '482915' } });
  for (const { id } of addresses) {
    await own.ok(changeAddress, { params: { id }, body: { ...address, type: 'work', floor: '3' } });
    await own.ok(removeAddress, { params: { id } });
    await own.refused(removeAddress, { params: { id } });
  }
  for (const { id } of phones.slice(1)) {
    await own.ok(changePhone, { params: { id }, body: { type: 'mobile', number: '11 4444-0101', preferred: true } });
    await own.ok(removePhone, { params: { id } });
  }
  await clientOf(app).ok(logIn, { body: account });
  await db`update session set device = 'Chrome · Android' where customer_id = (select id from customer where email = ${account.email})`;
  const otherSession = (await own.ok(listSessions, {})).sessions.find(({ isThis }) => !isThis)?.id ?? '';
  await own.ok(endSession, { params: { id: otherSession } });
  await own.refused(endSession, { params: { id: otherSession } });
  await own.ok(endOtherSessions, {});
  await own.refused(getExternalCustomer, {});
  await own.ok(getPrivacy, {});
  await own.ok(setMarketing, { body: { given: true, textVersion: marketingVersions.es } });
  await own.ok(requestExport, {});
  await own.ok(sendErasureCode, {});
  await own.refused(sendErasureCode, {});
  await own.refused(eraseAccount, { body: { code: '000000' } });
  await waysInWithoutThePassword(own, account.email);
  await own.ok(logOut, {});
  const leaving = clientOf(app, { token: (await stranger.ok(logIn, { body: account })).token, record });
  const [sent] = await db<{ id: string }[]>`select id from mail_code where purpose = 'erase-account'`;
  const mailed = await codeMailOf({ db, secret: SECRET }, sent?.id ?? '');
  await leaving.ok(eraseAccount, { body: { code: spaced(mailed?.code ?? '') } });

  const browser = elsewhere.browser({ record });
  const back = await browser.comeBack(aMemberElsewhere({ email: 'julia@club.example', alias: 'La Negra' }));
  const abroad = answerOf(await browser.call(logInExternally, { body: back }));
  await browser.call(logInExternally, { body: back });
  answerOf(await browser.call(getExternalCustomer, {}, abroad.token));

  const { purchase } = await mine.ok(takePlaces, { body: { performanceId, placeIds: [0, 1] } });
  const params = { purchaseId: purchase.id };
  await clientOf(app, { token: (await checkout.stranger()).token, record }).refused(takePlaces, { body: { performanceId, placeIds: [1] } });
  await mine.ok(takeMore, { params, body: { performanceId, placeIds: [2] } });
  await mine.ok(releaseGroup, { params, body: { performanceId } });
  await mine.ok(setPlaces, { params, body: { performanceId, placeIds: [4, 5] } });
  await mine.ok(releasePerformance, { params, body: { performanceId } });
  await reserveAndPayLater();
  const fetched = await buyProducts();
  taxOffice.arca.control({ rejectNext: { code: 10015, message: 'El numero de documento no existe', times: 1, where: 'observations' } });
  await taxOffice.issue(db);
  await mine.ok(takeMore, { params, body: { performanceId, placeIds: [6, 7] } });
  await mine.refused(preValidate, { params, body: {} });
  await mine.ok(listDeliveryTypes, { params });
  await mine.ok(selectDelivery, { params, body: { deliveryTypeId: 1 } });
  await mine.ok(listPaymentMethods, { params });
  await mine.ok(selectPaymentMethod, { params, body: { paymentMethodId: 1 } });
  await mine.ok(getCardKind, { params: { ...params, paymentMethodId: 1, bin: '450799' }, query: {} });
  await mine.ok(getPurchase, { params });
  await mine.refused(setBillReceiver, { params, body: { receiver: { ...receiver, documentNumber: '20-26756539-4' } } });
  await mine.ok(setBillReceiver, { params, body: { receiver } });
  await mine.ok(getBillReceiver, { params });
  await mine.ok(listRunningPurchases, {});
  await mine.ok(preValidate, { params, body: {} });
  const shared = await mine.ok(makePayLink, { params, body: {} });
  await payer.ok(getPayLink, { params: { code: shared.code }, query: {} });
  await payer.ok(getPayLinkCard, { params: { code: shared.code, bin: card.bin } });
  await payer.refused(payByLink, { params: { code: shared.code }, body: { ...card, total: 1 } });
  await payer.refused(continuePayLink, { params: { code: shared.code }, body: { click: 'x', given: [{ name: 'step', value: 'done' }] } });
  await mine.ok(revokePayLink, { params, body: {} });
  await mine.refused(revokePayLink, { params: { purchaseId: 'x'.repeat(22) }, body: {} });
  await payer.refused(getPayLink, { params: { code: shared.code }, query: {} });
  await mine.refused(charge, { params, body: { ...card, total: 1 } });
  const total = 2 * TICKET_TOTAL;
  const paid = await mine.ok(charge, { params, body: { ...card, total } });
  await taxOffice.issue(db);
  await mine.ok(resumePayment, { params, body: { given: [{ name: 'token', value: '5O190127TN364715T' }] } });
  await mine.ok(confirmPayment, { params, body: {} });
  await mine.ok(pollPayment, { params });
  await mine.ok(cancelPayment, { params, body: {} });
  await mine.refused(cancelPayment, { params: { purchaseId: 'x'.repeat(22) }, body: {} });
  await mine.ok(listOrders, { query: {} });
  const startedThere = await mine.ok(startPurchase, { body: { performanceId, placeIds: [24, 25] } });
  const atBase = { purchaseId: startedThere.purchase.id };
  await mine.ok(getStartedPurchase, { params: atBase });
  const [sector] = await db<{ id: number }[]>`
    select sector.id from sector join performance using (venue_map_id) where performance.id = ${performanceId}`;
  const toSector = { performanceId, sectorId: sector?.id ?? 0, fromSectorId: undefined };
  await mine.ok(changeSector, { params: atBase, body: toSector });
  await mine.ok(invalidatePurchase, { params: atBase });
  await mine.refused(changeSector, { params: atBase, body: toSector });
  const asGift = { purchaseId: (await mine.ok(takePlaces, { body: { performanceId, placeIds: [22] } })).purchase.id };
  await mine.ok(selectDelivery, { params: asGift, body: { deliveryTypeId: 1 } });
  const gift = await mine.ok(makePayLink, { params: asGift, body: {} });
  const asClick = { key: 'click-of-the-payer' };
  await payer.ok(payByLink, { params: { code: gift.code }, body: { ...card, total: TICKET_TOTAL } }, asClick);
  const done = [{ name: 'step', value: 'done' }];
  await payer.ok(continuePayLink, { params: { code: gift.code }, body: { click: asClick.key, given: done } });
  const orderId = paid.orderId ?? '';
  await haveUndelivered(db, { purchaseId: orderId });
  await mine.ok(getOrder, { params: { orderId }, query: {} });
  await anotherMailbox(orderId);
  await mine.refused(reissueTickets, { params: { orderId: atBase.purchaseId }, body: { password: PASSWORD } });
  await mine.ok(reissueTickets, { params: { orderId }, body: { password: PASSWORD } });
  const { tickets } = await mine.ok(getOrder, { params: { orderId }, query: {} });
  await mine.ok(getTicketsFile, { params: { orderId, format: 'a4' }, query: {} });
  const named = { firstName: 'Ana', lastName: 'Paz', documentType: 'dni', documentNumber: '30.111.222', version: undefined } as const;
  await mine.ok(nominate, { params: { orderId }, body: { items: [{ ...named, ticketId: tickets[0]?.id ?? '' }] } });
  await mine.refused(nominate, { params: { orderId }, body: { items: [{ ...named, ticketId: tickets[1]?.id ?? '' }] } });

  const quantities = [{ quantity: 2, accessible: undefined, sectorId: undefined }];
  const other = await mine.ok(takeQuantities, { body: { performanceId, quantities } });
  await mine.ok(invalidatePurchase, { params: { purchaseId: other.purchase.id } });
  await mine.refused(takeMore, { params: { purchaseId: other.purchase.id }, body: { performanceId, placeIds: [9] } });
  const pickUp = { purchaseId: (await mine.ok(takePlaces, { body: { performanceId, placeIds: [30] } })).purchase.id };
  await mine.ok(selectDelivery, { params: pickUp, body: { deliveryTypeId: 2 } });
  const atTheBoxOffice = await mine.ok(charge, { params: pickUp, body: { ...card, total: TICKET_TOTAL } });
  await mine.refused(getTicketsFile, { params: { orderId: atTheBoxOffice.orderId ?? '', format: 'a4' }, query: {} });

  await payWithAuthentication();

  const counter = await aCounter(db, app);
  const clerk = clientOf(app, { token: counter.token, record });
  await clerk.ok(listCounterPerformances, {});
  await mine.refused(listCounterPerformances, {});
  const cash = await clerk.ok(takePlaces, { body: { performanceId, placeIds: [20], type: 'box' } });
  await clerk.ok(chargeCash, {
    params: { purchaseId: cash.purchase.id },
    body: { holder: 'Ana Luz', total: cash.purchase.totals?.total ?? 0, acceptsTerms: true },
  });
  await dayAtTheCounter(clerk, cash.purchase);
  const handedOver = { params: { orderId: fetched.orderId }, body: { performanceId, variantId: fetched.variantId } };
  await clerk.ok(handOverProducts, handedOver, { key: 'click-of-the-counter' });
  await clerk.refused(handOverProducts, handedOver, { key: 'another-click' });
  await db`update customer set role = 'organiser' where id = ${counter.customerId}`;
  await clerk.ok(listOfficePerformances, {});
  await clerk.ok(listDrawers, {});
  await clerk.ok(getNominationsFile, { params: { performanceId } });
  await byHand(clerk, { orderId, collectedId: atTheBoxOffice.orderId ?? '', billedId: fetched.orderId });
  await aWaitingRoom(clerk);
  await db`update customer set role = 'door' where id = ${counter.customerId}`;
  // The office has issued them anew since.
  const { tickets: good } = await mine.ok(getOrder, { params: { orderId }, query: {} });
  await clerk.ok(readCode, { body: { performanceId, code: good[0]?.code ?? '', door: 'Puerta 2' } });
  await clerk.refused(readCode, { body: { performanceId: 999, code: 'a', door: undefined } });

  const clerkHere = await aMember(db, app);
  const session = answerOf(await clerkHere.logIn());
  const staff = clientOf(app, { token: session.token, record });
  const { proof } = await staff.ok(openSecurity, { body: { password: PASSWORD } });
  const { totp } = await staff.ok(startEnrolment, { body: { proof, kind: 'totp' } });
  const phone = authenticator(totp?.secret ?? '');
  await staff.ok(confirmEnrolment, { body: { proof, name: 'Teléfono', code: spaced(phone.code()) } });
  const asked = await proofOf(app, clerkHere.body);
  await staff.refused(giveSecondFactor, { body: { proof: asked.proof, code: '000 000' } });
  const given = await staff.ok(giveSecondFactor, { body: { proof: asked.proof, code: spaced(phone.code(1)) } });
  await staff.ok(renewRecoveryCodes, { body: { proof } });
  await staff.ok(removeFactor, { body: { proof, factorId: given.factors.items[0]?.id ?? '' } });
  await staff.refused(removeFactor, { body: { proof, factorId: given.factors.items[0]?.id ?? '' } });

  for (const answer of [acceptOffer, declineOffer]) {
    const late = lateMoney(db, { app, buyer, gateway, sale });
    await db`update place set state = 'free', purchase_id = null, held_until = null where state <> 'sold'`;
    await app.sale.live.reread(performanceId, SEATS);
    const placeIds = answer === acceptOffer ? [10, 11] : [14, 15];
    const { id } = await late.anOffer({ placeIds });
    await mine.ok(answer, { params: { purchaseId: id }, body: {} });
    await mine.refused(answer === acceptOffer ? declineOffer : acceptOffer, { params: { purchaseId: id }, body: {} });
  }
  await payByBancard();
  await payByPayPal();
});

test.each(Object.keys(endpoints).filter((name) => !FILES.includes(name)))('%s is sent and answered as its example shows', async (name) => {
  const success = successes.get(name);
  const refusal = refusals.get(name);
  const constant = steady();
  const example = {
    ...(success?.request ? { request: constant(success.request) } : {}),
    answer: constant(success?.answer ?? null),
    ...(refusal ? { refusal: constant(refusal.answer) } : {}),
  };
  await expect(`${JSON.stringify(example, null, 2)}\n`).toMatchFileSnapshot(join(FOLDER, `${name}.json`));
});

test('there is an example of every call that answers JSON, and none of another', async () => {
  const files = (await readdir(FOLDER)).map((file) => file.replace(/\.json$/, ''));
  expect(files.toSorted()).toEqual(
    Object.keys(endpoints)
      .filter((name) => !FILES.includes(name))
      .toSorted(),
  );
});

const mailboxCode = async (orderId: string, purpose: string) => {
  const [sent] = await db<{ id: string }[]>`select id from mail_code where purchase_id = ${orderId} and purpose = ${purpose}`;
  return spaced((await codeMailOf({ db, secret: SECRET }, sent?.id ?? ''))?.code ?? '');
};

/** The buyer's mailbox refused the tickets: they prove another one. */
async function anotherMailbox(orderId: string) {
  const params = { orderId };
  const body = { email: 'otro.correo@correo.example' };
  await mine.ok(sendMailboxCode, { params, body });
  await mine.refused(sendMailboxCode, { params, body }, { key: 'another-click-of-it' });
  await mine.ok(getCodeDelivery, {});
  await mine.refused(correctMailbox, { params, body: { ...body, code: '000000' } });
  await mine.ok(correctMailbox, { params, body: { ...body, code: await mailboxCode(orderId, 'confirm-mailbox') } });
}

async function anotherMailboxByStaff(organiser: typeof mine, orderId: string) {
  const params = { orderId };
  const body = { email: 'otro.mas@correo.example' };
  const mailId = await haveUndelivered(db, { purchaseId: orderId });
  await organiser.ok(listUndelivered, { query: { search: 'lleno@correo.example' } });
  await organiser.ok(sendMailAgain, { params: { mailId }, body: {} });
  await organiser.ok(sendMailboxCodeByStaff, { params, body });
  await organiser.refused(sendMailboxCodeByStaff, { params, body }, { key: 'another-click-of-it' });
  const reason = 'Llamó por teléfono';
  await organiser.refused(correctMailboxByStaff, { params, body: { ...body, code: '000000', reason } });
  const code = await mailboxCode(orderId, 'confirm-mailbox-by-staff');
  await organiser.ok(correctMailboxByStaff, { params, body: { ...body, code, reason } });
  const aside = { params: { mailId }, body: { reason: 'Las retira en boletería' } };
  await organiser.ok(putMailAside, aside);
  await organiser.refused(putMailAside, aside, { key: 'another-click-of-it' });
  await organiser.refused(sendMailAgain, { params: { mailId }, body: {} }, { key: 'one-more-click-of-it' });
  await organiser.ok(takeMailBack, { params: { mailId }, body: {} });
  await organiser.refused(takeMailBack, { params: { mailId }, body: {} }, { key: 'another-click-of-it' });
}

/** What an organiser does with an order, and with a payment under review. */
async function byHand(
  organiser: typeof mine,
  { orderId, collectedId, billedId }: { orderId: string; collectedId: string; billedId: string },
) {
  const reason = 'Lo pidió por correo';
  await organiser.ok(findOfficeOrders, { query: { search: orderId } });
  const { tickets } = await organiser.ok(getOfficeOrder, { params: { orderId } });
  const squatted = { params: { orderId }, body: { ticketId: tickets[0]?.ticket.id ?? '', reason: 'El documento es de otra persona' } };
  await organiser.ok(clearName, squatted);
  await organiser.refused(clearName, squatted);
  await organiser.ok(resendTickets, { params: { orderId }, body: { reason: 'No le llegaron' } });
  await organiser.ok(reissueTicketsByStaff, { params: { orderId }, body: { reason: 'Perdió el teléfono' } });
  await anotherMailboxByStaff(organiser, orderId);
  const params = { orderId: collectedId };
  await organiser.ok(getOfficeTickets, { params });
  await organiser.ok(moveDelivery, { params, body: { state: 'prepared', note: 'Sobre 12' } });
  await organiser.refused(moveDelivery, { params, body: { state: 'sent', note: undefined } });
  const body = { ticketIds: [(await organiser.ok(getOfficeOrder, { params })).tickets[0]?.ticket.id ?? ''], way: 'original' as const };
  await organiser.refused(previewRefund, { params, body: { ...body, ticketIds: [tickets[0]?.ticket.id ?? ''] } });
  const { amount } = await organiser.ok(previewRefund, { params, body });
  await organiser.refused(refundOrder, { params, body: { ...body, amount: amount + 100, reason } });
  await organiser.ok(refundOrder, { params, body: { ...body, amount, reason } });
  await organiser.refused(resendTickets, { params, body: { reason } });
  await organiser.refused(reissueTicketsByStaff, { params, body: { reason } });
  await goodwill(db, { orderId, amount: 100_000 });
  const closing = { params: { orderId }, body: { amount: 100_000, reason: 'Atención de la procesadora' } };
  const { refunds } = await organiser.ok(closeGivenBack, closing);
  await organiser.refused(closeGivenBack, closing, { key: 'another-click-of-it' });
  const refundId = refunds.find(({ isForNoTicket }) => isForNoTicket)?.id ?? '';
  const reopening = { params: { orderId, refundId }, body: { reason: 'Era por una entrada' } };
  await organiser.ok(reopenGivenBack, reopening);
  await organiser.refused(reopenGivenBack, reopening, { key: 'another-click-of-it' });
  await noSuchPayment(organiser);
  await organiser.ok(getOfficeMoney, {});
  await organiser.ok(listRefunds, {});
  const [refused] = (await organiser.ok(listOfficeBills, {})).items;
  const again = { params: { orderId: billedId, billId: refused?.bill.id ?? '' }, body: { reason: 'Documento corregido', receiver } };
  await organiser.ok(retryBill, again);
  await organiser.refused(retryBill, again, { key: 'another-click-of-it' });
  await mine.ok(getBalance, {});
  const { purchase } = await mine.ok(takePlaces, { body: { performanceId, placeIds: [31] } });
  await mine.ok(selectDelivery, { params: { purchaseId: purchase.id }, body: { deliveryTypeId: 1 } });
  gateway.state.next.push('review');
  await mine.ok(charge, { params: { purchaseId: purchase.id }, body: { ...card, total: TICKET_TOTAL } });
  const [attempt] = await db<{ reference: string }[]>`select reference from attempt where purchase_id = ${purchase.id}`;
  const settled = { params: { reference: attempt?.reference ?? '' }, body: { verb: 'give_back' as const, reason, paymentId: undefined } };
  await organiser.ok(settleDoubt, settled);
  await organiser.refused(settleDoubt, settled);
}

/** What staff booked as paid and its provider does not have is refunded by nobody, and ended by hand. */
async function noSuchPayment(organiser: typeof mine) {
  const { purchase } = await mine.ok(takePlaces, { body: { performanceId, placeIds: [32] } });
  await mine.ok(selectDelivery, { params: { purchaseId: purchase.id }, body: { deliveryTypeId: 1 } });
  await mine.ok(charge, { params: { purchaseId: purchase.id }, body: { ...card, total: TICKET_TOTAL } });
  await bookedUnlike(db, purchase.id);
  const params = { orderId: purchase.id };
  const { tickets } = await organiser.ok(getOfficeOrder, { params });
  const ticketIds = tickets.flatMap(({ ticket }) => (ticket.state === 'valid' ? [ticket.id] : []));
  const { amount } = await organiser.ok(previewRefund, { params, body: { ticketIds, way: 'original' } });
  const { refunds } = await organiser.ok(refundOrder, { params, body: { ticketIds, way: 'original', amount, reason: 'Nunca pagó' } });
  const refundId = refunds.find(({ isDone }) => !isDone)?.id ?? '';
  const closing = { params: { ...params, refundId }, body: { amount, reason: 'Nunca pagó' } };
  await organiser.ok(closeRefund, closing);
  await organiser.refused(closeRefund, closing, { key: 'another-click-of-it' });
}

/** A waiting room from its opening to its end, with presale codes. */
async function aWaitingRoom(organiser: typeof mine) {
  const params = { performanceId };
  await organiser.ok(openRoom, { params, body: { perMinute: 300, mostPlaces: 4, message: { es: 'Sumamos una función el sábado.' } } });
  await organiser.refused(openRoom, { params, body: {} });
  await organiser.refused(moveRoom, { params, body: { verb: 'resume' } });
  await organiser.ok(changeRoom, { params, body: { perMinute: 240, passMinutes: 10 } });
  await organiser.refused(changeRoom, { params, body: { startsAt: Date.parse('2040-05-01T12:00:00Z') } });
  await organiser.ok(addRoomCodes, { params, body: { count: 2, uses: 1 } });
  await organiser.refused(addRoomCodes, { params, body: { uses: 1 } });
  await organiser.refused(removeRoomCodes, { params, body: { code: 'NO-HAY' } });
  await organiser.ok(removeRoomCodes, { params, body: {} });
  await db`update queue_room set opened_at = now() - interval '10 minutes' where performance_id = ${performanceId}`;
  await db`update queue_line set issued = 900, serving = 500 where performance_id = ${performanceId} and lane = 'general'`;
  // Of one moment, so that the pace is the same at each run.
  await db`
    with pulse as (
      insert into queue_pulse (performance_id, epoch, at, waiting, inside, called, redeemed, show_rate, reason, places, free, held, claim_p95_ms)
      values (${performanceId}, 1, now(), 400, 120, 500, 450, 0.9, 'rate', 1000, 700, 80, 38))
    insert into queue_sample (performance_id, at, waiting, inside, called, redeemed, free, held, claim_p95_ms)
    values (${performanceId}, now() - interval '1 minute', 620, 110, 260, 230, 780, 70, 35)`;
  await app.waitingRooms.read();
  await organiser.ok(listOfficeRooms, {});
  await organiser.ok(getOfficeRoom, { params });
  await organiser.refused(getOfficeRoom, { params: { performanceId: 999 } });
  await organiser.ok(moveRoom, { params, body: { verb: 'close' } });
}

/** As people type a code; six digits alone are the first ones of a card. */
const spaced = (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`;

/** A card whose bank asks its buyer, in the three calls of that. */
async function payWithAuthentication() {
  const other = clientOf(withBank, { token: buyer.token, record });
  const { purchase } = await other.ok(takePlaces, { body: { performanceId, placeIds: [34, 35] } });
  const params = { purchaseId: purchase.id };
  await other.ok(selectDelivery, { params, body: { deliveryTypeId: 1 } });
  const paying = { ...card, ...(await bank.card('4456530000001096')), paymentMethodId: cybersourceMethod.id, total: 2 * TICKET_TOTAL };
  await other.refused(setUpAuthentication, { params, body: { ...paying, total: 1 } });
  await other.ok(setUpAuthentication, { params, body: paying });
  const { next } = await other.ok(authenticatePayer, { params, body: { given: named(aDevice) } });
  await bank.answerBank(next ?? {}, 'passed');
  await other.ok(payAuthenticated, { params, body: { given: named({ TransactionId: '5f2c1e' }) } });
}

/** A passkey, a remembered device and a link by mail, of a customer who is logged in. */
async function waysInWithoutThePassword(own: typeof mine, email: string) {
  const device = authenticatorAt();
  const { passkeyOptions } = await own.ok(startPasskey, {});
  const { passkeys } = await own.ok(addPasskey, { body: { passkey: device.register(passkeyOptions), name: 'Android' } });
  const params = { id: passkeys[0]?.id ?? '' };
  await stranger.ok(readNotice, { body: { link: await noticeLink('passkey') } });
  await stranger.refused(readNotice, { body: { link: email } });
  const jar = new Map<string, string>();
  const phone = clientOf(app, { jar, record });
  await phone.refused(logInWithDevice, {});
  const passkey = device.sign((await phone.ok(startPasskeyLogIn, {})).passkeyOptions);
  await phone.ok(logInWithPasskey, { body: { passkey, remember: true } });
  await phone.refused(logInWithPasskey, { body: { passkey, remember: true } });
  const remembered = clientOf(app, { jar, token: (await phone.ok(logInWithDevice, {})).token, record });
  await remembered.refused(removePasskey, { params });
  await remembered.ok(giveSecondLook, { body: { password: PASSWORD } });
  await remembered.ok(listPasskeys, {});
  await remembered.ok(removePasskey, { params });
  await stranger.ok(endNoticed, { body: { link: await noticeLink('device') } });
  await stranger.refused(endNoticed, { body: { link: email } });
  await phone.ok(askForLink, { body: { email } });
  const [asked] = await db<{ id: string }[]>`select id from log_in_link`;
  const { link = '' } = (await linkMailOf({ db, secret: SECRET }, asked?.id ?? '')) ?? {};
  await stranger.refused(logInWithLink, { body: { link } });
  await phone.ok(logInWithLink, { body: { link, remember: false } });
  await phone.ok(forgetDevice, {});
}

/** The link of the mail about what was added to an account. */
async function noticeLink(kind: 'passkey' | 'device') {
  const [noted] = await db<{ id: string }[]>`select id from account_notice where kind = ${kind}`;
  return linkOf(SECRET, 'notice end', noted?.id ?? '');
}

/** By somebody without an account, and by a customer. */
async function alerts(showId: number) {
  const params = { showId };
  await stranger.ok(askForAlert, { params, body: { email: 'ana@correo.example' } });
  await stranger.refused(askForAlert, { params: { showId: 999 }, body: { email: 'ana@correo.example' } });
  const [asked] = await db<{ id: string }[]>`select id from show_alert`;
  const { confirmLink = '', leaveLink = '' } = (await alertMailOf({ db, secret: SECRET }, asked?.id ?? '')) ?? {};
  await stranger.ok(confirmAlert, { body: { link: confirmLink } });
  await stranger.ok(leaveAlert, { body: { link: leaveLink } });
  await stranger.refused(confirmAlert, { body: { link: confirmLink } });
  await stranger.refused(leaveAlert, { body: { link: confirmLink } });
  await mine.ok(askForOwnAlert, { params });
  await mine.refused(askForOwnAlert, { params: { showId: 999 } });
}

/** By somebody without an account. */
async function newsletter() {
  const email = 'ana@correo.example';
  await stranger.refused(subscribe, { body: { name: 'https://barato.example', email } });
  await stranger.ok(subscribe, { body: { name: 'Ana', email } });
  const [asked] = await db<{ id: string }[]>`select id from newsletter_subscription`;
  const { confirmLink = '', leaveLink = '' } = (await newsletterMailOf({ db, secret: SECRET }, asked?.id ?? '')) ?? {};
  await stranger.ok(confirmSubscription, { body: { link: confirmLink } });
  await stranger.ok(leaveNewsletter, { body: { link: leaveLink } });
  await stranger.refused(confirmSubscription, { body: { link: confirmLink } });
  await stranger.refused(leaveNewsletter, { body: { link: confirmLink } });
}

/** To support, by somebody without an account and by a customer. */
async function support() {
  const body = { kind: 'question', message: 'No me llegó el correo.', name: 'Ana', phone: '+54 11 5555-0100' } as const;
  await stranger.ok(writeToSupport, { body: { ...body, page: '/FAQ' } });
  await stranger.refused(writeToSupport, { body: { ...body, name: 'https://barato.example' } });
  const writer = clientOf(app, { token: buyer.token, record });
  await writer.ok(writeToSupportAsCustomer, { body });
  await writer.refused(writeToSupportAsCustomer, { body: { ...body, orderId: 'A'.repeat(22) } });
}

/** By the brand that is paid in Bancard's frames. */
async function payByBancard() {
  const payer = clientOf(inGuaranies, { token: buyer.token, record });
  const quiet = clientOf(inGuaranies, { token: buyer.token });
  const total = TICKET_TOTAL;
  const { purchase } = await quiet.ok(takePlaces, { body: { performanceId, placeIds: [39] } });
  const params = { purchaseId: purchase.id };
  await quiet.ok(selectDelivery, { params, body: { deliveryTypeId: 1 } });
  await payer.refused(payInFrame, { params, body: { total, acceptsTerms: false } });
  const { next } = await payer.ok(saveCard, { params, body: {} });
  await atBancard.inFrame(next, 'approved');
  const { items } = await quiet.ok(listPaymentMethods, { params });
  const savedCard = items.flatMap(({ cards = [] }) => cards)[0]?.id ?? '';
  await payer.ok(payInFrame, { params, body: { total, acceptsTerms: true } });
  await payer.ok(confirmCardCheck, { params, body: {} });
  await payer.ok(cancelCardCheck, { params });
  await payer.ok(listKeptCards, {});
  await payer.ok(deleteCard, { params: { ...params, savedCard } });
  await payer.refused(deleteCard, { params: { ...params, savedCard } });
  await atBancard.inFrame((await quiet.ok(saveCard, { params, body: {} })).next, 'approved');
  const { cards } = await quiet.ok(listKeptCards, {});
  await payer.ok(deleteKeptCard, { params: { id: cards[0]?.card.id ?? '' } });
  await payer.refused(deleteKeptCard, { params: { id: savedCard } });
}

/** By PayPal's own call. */
async function payByPayPal() {
  const payer = clientOf(inDollars, { token: buyer.token, record });
  const quiet = clientOf(inDollars, { token: buyer.token });
  const { purchase } = await quiet.ok(takePlaces, { body: { performanceId, placeIds: [38] } });
  const params = { purchaseId: purchase.id };
  await quiet.ok(selectDelivery, { params, body: { deliveryTypeId: 1 } });
  await payer.refused(createPayPalOrder, { params, query: { total: TICKET_TOTAL, acceptsTerms: false } }, { key: 'paypal-1' });
  await payer.ok(createPayPalOrder, { params, query: { total: TICKET_TOTAL, acceptsTerms: true } }, { key: 'paypal-2' });
}

/** Replaces what differs at each run by constants of the same kind: ids, times, tokens and what is derived from them. */
function steady() {
  const known = new Map<string, string>();
  const numbered = (text: string, make: (n: number) => string, name = '') => {
    const key = `${name} ${text}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const made = make(known.size + 1);
    known.set(key, made);
    return made;
  };
  const ofText = (text: string, name: string): string => {
    if (/^[\w-]{22}$/.test(text)) return numbered(text, (n) => `${'A'.repeat(20)}${String(n).padStart(2, '0')}`);
    if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !text.startsWith('2040-'))
      // Two fields may have the same millisecond by chance, and the clock goes on between two rows of an answer.
      return numbered(name === 'dServidor' ? 'now' : text, (n) => `2040-05-01T12:${String(n).padStart(2, '0')}:00.000Z`, name);
    if (/^([0-9A-Z]{4}-){2}[0-9A-Z]{4}$/.test(text)) return numbered(text, (n) => `0000-0000-${String(n).padStart(4, '0')}`);
    if (readOrderNumber(text) !== null && /^.{3}-.{3}-.{3}$/.test(text)) return '7KM-4PX-9TH';
    if (/^[0-9a-f]{32,}$/.test(text)) return '0'.repeat(text.length);
    if (/^\d{3} \d{3,5}$/.test(text)) return '123 456';
    if (/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/.test(text)) return numbered(text, (n) => `aaaa-bbbb-cccc-dd${'abcdefghjkmnpqrs'[n % 16]}a`);
    if (/^julia\.\d+@/.test(text)) return text.replace(/\.\d+/, '');
    if (/^[A-Z2-7]{32}$/.test(text)) return 'A'.repeat(32);
    // WebAuthn, as JSON in a text.
    if (text.startsWith('{')) return text.replace(/":"[\w-]{16,}"/g, `":"${'A'.repeat(22)}"`);
    if (text.startsWith('otpauth:')) return text.replace(/julia\.\d+/, 'julia').replace(/secret=\w+/, `secret=${'A'.repeat(32)}`);
    if (/^[\w.:-]{43}$/.test(text)) return 'A'.repeat(43);
    if (/^[\w.:-]{60,}$/.test(text)) return text.replace(/[\w-]/g, 'A');
    // The number of a message to support.
    if (name === 'cNumero' && /^\d{8}$/.test(text)) return '48210937';
    if (name === 'cCAE') return '86474123456789';
    if (name === 'dEmision') return '2040-05-01';
    if (name === 'dVencimientoCAE') return '2040-05-11';
    if (name === 'alias_token') return '1'.repeat(15);
    return text
      .replace(/checkoutnow\?token=\w+/, 'checkoutnow?token=5O190127TN364715T')
      .replace(/process_id=\w+/, `process_id=${'0'.repeat(20)}`)
      .replace(/^http:\/\/127\.0\.0\.1:\d+/, 'https://gateway.example')
      .replace(/^http:\/\/localhost:\d+/, 'https://club.example');
  };
  const of = (value: unknown, name = ''): unknown => {
    if (typeof value === 'string') return ofText(value, name);
    // Seconds since 1970, of now.
    if (typeof value === 'number' && Number.isInteger(value) && value > 1_700_000_000) return 2_219_572_800;
    if (Array.isArray(value)) return value.map((each) => of(each, name));
    if (value !== null && typeof value === 'object')
      return Object.fromEntries(Object.entries(value).map(([each, inner]) => [each, of(inner, each)]));
    return value;
  };
  return of;
}

/** A clerk's sale is found, printed, and voided; the drawer is opened, and closed with what was counted. */
async function dayAtTheCounter(clerk: ReturnType<typeof clientOf>, { id, totals }: Pick<Purchase, 'id' | 'totals'>) {
  const params = { orderId: id };
  await clerk.ok(openDrawer, { body: { float: 5000_00 } });
  await clerk.refused(openDrawer, { body: { float: 5000_00 } });
  await clerk.ok(findCounterSales, { query: { search: undefined } });
  const { tickets } = await clerk.ok(getCounterSale, { params });
  const ticketId = tickets[0]?.ticket.id ?? '';
  await clerk.ok(listOtherPlaces, { params, query: { ticketId } });
  await clerk.ok(changePlaces, { params, body: { changes: [{ ticketId, placeId: 28 }], reason: 'Se sientan con una amiga' } });
  await clerk.refused(changePlaces, { params, body: { changes: [{ ticketId, placeId: 29 }], reason: 'Se sientan con una amiga' } });
  const moved = await clerk.ok(getCounterSale, { params });
  const body = { ticketIds: moved.tickets.map(({ ticket }) => ticket.id), amount: totals?.total ?? 0, reason: 'Se equivocó de función' };
  await clerk.refused(voidSale, { params, body: { ...body, amount: body.amount + 100 } });
  await clerk.ok(voidSale, { params, body });
  await clerk.refused(recordPrint, { params, body: { reason: undefined } });
  const next = await clerk.ok(takePlaces, { body: { performanceId, placeIds: [20], type: 'box' } });
  const total = next.purchase.totals?.total ?? 0;
  await clerk.ok(chargeCash, { params: { purchaseId: next.purchase.id }, body: { total, acceptsTerms: true } });
  const card = await clerk.ok(takePlaces, { body: { performanceId, placeIds: [21], type: 'box' } });
  const onCard = {
    ...{ holder: 'Ana Luz', total: card.purchase.totals?.total ?? 0, acceptsTerms: true },
    ...{ onTerminal: card.purchase.totals?.total ?? 0, brand: 'visa', lastFour: '4905', coupon: '4711' },
  };
  await clerk.refused(changePrice, { params: { purchaseId: card.purchase.id }, body: { price: onCard.total * 2, reason: 'Cortesía' } });
  await clerk.ok(changePrice, {
    params: { purchaseId: card.purchase.id },
    body: { price: onCard.total / 2, reason: 'Asiento con vista reducida' },
  });
  await clerk.ok(changePrice, { params: { purchaseId: card.purchase.id }, body: {} });
  await clerk.refused(chargeTerminal, { params: { purchaseId: card.purchase.id }, body: { ...onCard, onTerminal: 0 } });
  await clerk.ok(chargeTerminal, { params: { purchaseId: card.purchase.id }, body: onCard });
  await clerk.ok(recordPrint, { params: { orderId: next.purchase.id }, body: { reason: undefined } });
  const { open } = await clerk.ok(getDrawers, {});
  const change = { drawerId: open?.id ?? '', direction: 'in' as const, amount: 1000_00, reason: 'Cambio' };
  await clerk.ok(moveCash, { body: change });
  await clerk.ok(moveCash, { body: { ...change, direction: 'out', reason: 'Retiro de la encargada' } });
  await clerk.refused(moveCash, { body: { ...change, amount: 0 } });
  await clerk.refused(closeDrawer, { body: { drawerId: open?.id ?? '', counted: total, note: undefined } });
  await clerk.ok(closeDrawer, { body: { drawerId: open?.id ?? '', counted: 5000_00 + total, note: undefined } });
}
