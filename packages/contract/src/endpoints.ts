import { getCaptcha } from './captcha.ts';
import { getBillboard, getPerformance, getShow, listShows, listShowTypes, listVenues } from './catalogue.ts';
import { getCustomer, logIn, logOut, signUp } from './customers.ts';

/** Every call this server answers; the API reference and the tests over all calls read it. */
export const endpoints = {
  getBillboard,
  listShows,
  listShowTypes,
  getShow,
  listVenues,
  getPerformance,
  getCaptcha,
  signUp,
  logIn,
  logOut,
  getCustomer,
} as const;
