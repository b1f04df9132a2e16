import { isError } from '@butaca/contract/envelope';
import { afterAll, describe, expect, test } from 'vitest';
import { freshDatabase } from '../database.ts';
import { contentsReader } from '../factories/contents.ts';
import { allEndpoints, aWorldOfCalls, exampleOf } from '../factories/every-call.ts';

/**
 * Calls that may change something and take no key (decision 092): each is made twice with the same body. A new one either takes a key or
 * stands here with the reason why it needs none.
 */
const { db, close } = await freshDatabase();
const world = await aWorldOfCalls(db);
const contents = await contentsReader(db);
afterAll(async () => {
  await world.close();
  await close();
});

const without = allEndpoints.filter(([, { method, key }]) => method !== 'GET' && !key);

/** A second one changes nothing. */
const actsOnce: Readonly<Record<string, readonly string[]>> = {
  'only reads': [
    ...['searchShows', 'listPromotions', 'previewPromotions', 'listPromotionsOfReservation', 'postSelectedProducts', 'previewRefund'],
    ...['preValidate', 'listRecoveryPasskeys', 'readNotice', 'openSecurity', 'startPasskeyLogIn', 'startPasskey'],
  ],
  'sets what there is to what was asked': [
    ...['changeCustomer', 'setMarketing', 'changeAddress', 'changePhone', 'selectDelivery', 'setBillReceiver', 'selectPaymentMethod'],
    ...['changePrice', 'setPlaces', 'changeSector', 'applyPromotionCode', 'givePromotionDocuments', 'nominate', 'changeRoom', 'moveRoom'],
    ...['giveSecondLook', 'confirmAddress', 'changeEmail'],
  ],
  'ends what is there once': [
    ...['logOut', 'forgetDevice', 'removePasskey', 'endNoticed', 'leaveNewsletter', 'leaveAlert', 'endSession', 'endOtherSessions'],
    ...['removeFactor', 'removeAddress', 'removePhone', 'eraseAccount', 'releaseGroup', 'releasePerformance', 'invalidatePurchase'],
    ...['removePromotion', 'cancelReservation', 'revokePayLink', 'cancelPayment', 'deleteCard', 'deleteKeptCard', 'declineOffer'],
    ...['closeDrawer', 'removeRoomCodes'],
  ],
  'makes what an address, a show, a purchase, a clerk or a performance has once': [
    ...['signUp', 'confirmSubscription', 'confirmAlert', 'requestExport', 'makeReservation'],
    ...['takeReservation', 'takeReservedPlaces', 'acceptOffer', 'openDrawer', 'openRoom'],
  ],
  'uses up a link, a code, a challenge, a proof or the old password': [
    ...['logInWithLink', 'logInWithPasskey', 'logInExternally', 'addPasskey', 'recoverPassword', 'changePassword', 'giveSecondFactor'],
    ...['startEnrolment', 'confirmEnrolment', 'renewRecoveryCodes'],
  ],
  'asks the provider what became of a payment': ['confirmPayment', 'confirmCardCheck'],
};

/** A second one acts again, with what that writes: seldom made twice, and each harmless for its own reason. */
const actsAgain: Readonly<Record<string, { readonly why: string; readonly writes: readonly string[] }>> = {
  logIn: { why: 'another session, which its owner sees and may end', writes: ['session'] },
  logInWithDevice: { why: 'another session, which its owner sees and may end', writes: ['session'] },
  askForLink: { why: 'another mail, limited for each address', writes: ['log_in_link'] },
  askRecoveryCode: { why: 'another mail, limited for each address', writes: ['mail_code'] },
  sendAddressCode: { why: 'another mail, limited for each account', writes: [] },
  sendEmailChangeCode: { why: 'another mail, limited for each account', writes: [] },
  sendErasureCode: { why: 'another mail, limited for each account', writes: [] },
  subscribe: { why: 'another mail with the same link, limited for each address', writes: ['newsletter_subscription'] },
  askForAlert: { why: 'another mail with the same link, limited for each address', writes: ['show_alert'] },
  askForOwnAlert: { why: 'the same alert, asked for at another time', writes: ['show_alert'] },
  writeToSupport: { why: 'the same message twice in our own inbox, limited for each network', writes: ['support_message'] },
  writeToSupportAsCustomer: { why: 'the same message twice in our own inbox, limited for each network', writes: ['support_message'] },
  addAddress: { why: 'the same address twice in a list that its owner reads and shortens', writes: ['customer_address', 'account_notice'] },
  addPhone: { why: 'the same number twice in a list that its owner reads and shortens', writes: ['customer_phone'] },
  makePayLink: { why: 'another code, with which the one before ends', writes: ['pay_link'] },
  addRoomCodes: { why: 'as many codes again, of which the organiser sees the number and may remove all', writes: ['queue_code'] },
};

/** What their examples name does not exist here, so that the refusal is all that is seen of them: the tests of their modules show the rest. */
const refusedHere: ReadonlySet<string> = new Set([
  ...['logInWithDevice', 'logInWithLink', 'logInWithPasskey', 'addPasskey', 'removePasskey', 'readNotice', 'endNoticed'],
  ...['confirmSubscription', 'leaveNewsletter', 'confirmAlert', 'leaveAlert', 'listRecoveryPasskeys', 'recoverPassword'],
  ...['endSession', 'logInExternally', 'giveSecondFactor', 'openSecurity', 'startEnrolment', 'confirmEnrolment'],
  ...['removeFactor', 'renewRecoveryCodes', 'requestExport', 'sendErasureCode', 'eraseAccount', 'setPlaces'],
  ...['sendEmailChangeCode', 'changeEmail'],
  ...['listPromotions', 'applyPromotionCode', 'givePromotionDocuments', 'makeReservation', 'takeReservation'],
  ...['takeReservedPlaces', 'cancelReservation', 'preValidate', 'changePrice', 'deleteCard', 'deleteKeptCard'],
  ...['acceptOffer', 'declineOffer', 'nominate', 'previewRefund', 'closeDrawer', 'addRoomCodes', 'removeRoomCodes'],
]);

test('every call that may change something takes a key, or stands here with its reason', () => {
  expect([...Object.values(actsOnce).flat(), ...Object.keys(actsAgain)].sort()).toEqual(without.map(([name]) => name).sort());
});

describe.each(without)('%s', (name, endpoint) => {
  test(name in actsAgain ? 'acts again as is said here' : 'changes nothing when it is made again', async () => {
    const path = world.pathOf(endpoint, (await world.purchase()).id);
    const token = await world.signIn(endpoint);
    const body = endpoint.body ? (exampleOf(name) ?? {}) : undefined;
    const make = async () => (await world.send(endpoint.method, path, { token, body })).json() as { nCode: number };
    expect(isError((await make()).nCode)).toBe(refusedHere.has(name));
    const before = await contents();
    await make();
    const after = await contents();
    const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
    expect(changed.sort()).toEqual(refusedHere.has(name) ? [] : [...(actsAgain[name]?.writes ?? [])].sort());
  });
});
