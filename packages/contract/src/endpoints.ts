import {
  addAddress,
  addPhone,
  changeAddress,
  changeCustomer,
  changePhone,
  confirmAddress,
  getCustomer,
  removeAddress,
  removePhone,
  sendAddressCode,
} from './account.ts';
import { listCounterPerformances } from './box-office.ts';
import { getCaptcha } from './captcha.ts';
import { getBillboard, getPerformance, getPublicPerformance, getShow, listShows, listShowTypes, listVenues } from './catalogue.ts';
import { logIn, logOut, signUp } from './customers.ts';
import { listDeliveryTypes, selectDelivery } from './delivery.ts';
import { readCode } from './door.ts';
import { getExternalCustomer, logInExternally } from './external-login.ts';
import { listOfficePerformances } from './office.ts';
import { getOrder, getTicketsFile, listOrders } from './order.ts';
import { askRecoveryCode, changePassword, recoverPassword } from './passwords.ts';
import {
  acceptOffer,
  charge,
  chargeCash,
  confirmPayment,
  declineOffer,
  getCardKind,
  listPaymentMethods,
  preValidate,
  selectPaymentMethod,
} from './payment.ts';
import { getAvailability, releaseGroup, releasePerformance, setPlaces, takeMore, takePlaces, takeQuantities } from './places.ts';
import { eraseAccount, getExport, getPrivacy, requestExport, sendErasureCode, setMarketing } from './privacy.ts';
import { getPurchase, invalidatePurchase, listRunningPurchases } from './purchase.ts';
import { confirmEnrolment, giveSecondFactor, openSecurity, removeFactor, renewRecoveryCodes, startEnrolment } from './second-factor.ts';
import { endOtherSessions, endSession, listSessions } from './sessions.ts';

/** Every call this server answers; the API reference and the tests over all calls read it. */
export const endpoints = {
  getBillboard,
  listShows,
  listShowTypes,
  getShow,
  listVenues,
  getPerformance,
  getPublicPerformance,
  getCaptcha,
  signUp,
  logIn,
  logOut,
  askRecoveryCode,
  recoverPassword,
  changePassword,
  listSessions,
  endSession,
  endOtherSessions,
  logInExternally,
  getExternalCustomer,
  getCustomer,
  changeCustomer,
  giveSecondFactor,
  openSecurity,
  startEnrolment,
  confirmEnrolment,
  removeFactor,
  renewRecoveryCodes,
  addAddress,
  changeAddress,
  removeAddress,
  addPhone,
  changePhone,
  removePhone,
  sendAddressCode,
  confirmAddress,
  getPrivacy,
  setMarketing,
  requestExport,
  getExport,
  sendErasureCode,
  eraseAccount,
  getAvailability,
  takePlaces,
  takeQuantities,
  takeMore,
  setPlaces,
  releaseGroup,
  releasePerformance,
  getPurchase,
  listRunningPurchases,
  invalidatePurchase,
  listDeliveryTypes,
  selectDelivery,
  listPaymentMethods,
  selectPaymentMethod,
  getCardKind,
  preValidate,
  charge,
  chargeCash,
  confirmPayment,
  acceptOffer,
  declineOffer,
  listOrders,
  getOrder,
  getTicketsFile,
  listOfficePerformances,
  listCounterPerformances,
  readCode,
} as const;
