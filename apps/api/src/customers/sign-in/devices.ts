import { Refusal } from '@butaca/contract';
import { Batcher } from '#db/batcher';
import type { Db } from '#db/connect';
import { deviceOf } from '../device.ts';
import { noteAdded } from '../notices/note.ts';
import { moveNotice } from '../notices/queries-notices.ts';
import { insertSessions, lockSession } from '../queries-sessions.ts';
import { newSessionToken, type OpenedSession, presentSession } from '../session.ts';
import type { DeviceClaim } from './device-cookie.ts';
import { newDevice } from './device-cookie.ts';
import {
  type DeviceRow,
  endSessionsOfDevice,
  insertDevice,
  lockDevices,
  lockSessionsOfDevice,
  moveSessions,
  renewDevices,
  replaceDevice,
  revokeDevices,
  shareOwnerOfSession,
  trimDeviceSessions,
} from './queries-devices.ts';

/** A cookie that was renewed is taken again for so long: its answer may have been lost, and two tabs may have used it at once. */
const GRACE_SECONDS = 120;
/** Of one customer; the one that was used least lately is forgotten. */
const MOST_DEVICES = 20;
/** Of one device: its tabs share the newest. */
const MOST_SESSIONS = 4;

type DeviceVerdict = 'renew' | 'again' | 'unknown' | 'stolen';

/**
 * What becomes of a cookie. Each use renews it, so of two copies the one that is used later is an old one: then nobody knows who has
 * the other, and the device is forgotten.
 */
export function judgeDevice(
  { generation }: Pick<DeviceClaim, 'generation'>,
  device:
    | (Pick<DeviceRow, 'generation' | 'isRevoked' | 'seconds'> & { readonly customer: Pick<DeviceRow['customer'], 'role'> })
    | undefined,
  days: number,
): DeviceVerdict {
  // Who has become staff since gives the password and a second factor.
  if (!device || device.isRevoked || device.seconds > days * 24 * 60 * 60 || device.customer.role !== 'customer') return 'unknown';
  if (generation === device.generation) return 'renew';
  if (generation === device.generation - 1 && device.seconds <= GRACE_SECONDS) return 'again';
  return generation < device.generation ? 'stolen' : 'unknown';
}

interface Opening {
  readonly claim: DeviceClaim;
  readonly token: string;
  readonly sessionId: string;
  /** Of the browser, as its owner knows it. */
  readonly device: string | null;
}
type Opened =
  | {
      readonly end: 'opened';
      readonly device: DeviceRow;
      readonly generation: number;
      readonly openedAt: Temporal.Instant;
      readonly expiresAt: Temporal.Instant;
    }
  | { readonly end: 'unknown' | 'stolen' };

export interface DeviceLogIn {
  readonly session: OpenedSession;
  /** The renewed cookie. */
  readonly claim: DeviceClaim;
}

interface DevicesWorld {
  readonly db: Db;
  readonly secret: string;
  readonly sessionMinutes: number;
  /** How long a device is remembered after its last use; 0 where none is. */
  readonly days: number;
}

/** Devices that log in without the password: no hash, and those that come together share a transaction. */
export class Devices {
  readonly #world: DevicesWorld;
  readonly #batcher: Batcher<Opening, Opened>;

  constructor(world: DevicesWorld) {
    this.#world = world;
    this.#batcher = new Batcher({ work: (openings) => this.#open(openings), keyOf: ({ claim }) => claim.id });
  }

  /** Opens a session for the cookie's customer, or refuses with `device_unknown`; a copied cookie ends what the device had open. */
  async logIn(claim: DeviceClaim | null, userAgent: string | undefined): Promise<DeviceLogIn> {
    if (claim === null) throw new Refusal('device_unknown');
    const { db, secret } = this.#world;
    const { token, sessionId } = newSessionToken(secret);
    const opened = await this.#batcher.add({ claim, token, sessionId, device: deviceOf(userAgent) });
    // After the transaction: who logs out holds a session and waits for its device.
    if (opened.end === 'stolen') await endSessionsOfDevice(db, claim.id);
    if (opened.end !== 'opened') throw new Refusal('device_unknown');
    const { device, generation, ...times } = opened;
    return {
      session: presentSession({ token, customer: device.customer, openedAt: times.openedAt, expiresAt: times.expiresAt }),
      claim: { ...claim, generation },
    };
  }

  #open(openings: readonly Opening[]): Promise<Opened[]> {
    const { db, sessionMinutes: minutes, days } = this.#world;
    return db.begin(async (tx) => {
      const rows = await lockDevices(
        tx,
        openings.map(({ claim }) => claim.id),
      );
      const devices = new Map(rows.map((row) => [row.id, row]));
      const judged = openings.map((opening) => {
        const row = devices.get(opening.claim.id);
        return { ...opening, row, verdict: judgeDevice(opening.claim, row, days) };
      });
      const idsOf = (verdict: DeviceVerdict) => judged.filter((each) => each.verdict === verdict).map(({ claim }) => claim.id);
      const sessions = judged.flatMap(({ row, verdict, sessionId, device }) =>
        row && (verdict === 'renew' || verdict === 'again')
          ? [{ sessionId, customerId: row.customer.id, deviceId: row.id, minutes, device }]
          : [],
      );
      const stolen = idsOf('stolen');
      const [times] = await Promise.all([
        insertSessions(tx, sessions),
        renewDevices(tx, idsOf('renew')),
        ...(stolen.length > 0 ? [revokeDevices(tx, stolen)] : []),
        trimDeviceSessions(
          tx,
          sessions.map(({ deviceId }) => deviceId),
          MOST_SESSIONS,
        ),
      ]);
      return judged.map(({ sessionId, row, verdict }): Opened => {
        const opened = times.get(sessionId);
        if (row && opened) return { end: 'opened', device: row, generation: row.generation + (verdict === 'renew' ? 1 : 0), ...opened };
        return { end: verdict === 'stolen' ? 'stolen' : 'unknown' };
      });
    });
  }
}

/**
 * Remembers the device on which a customer has just logged in otherwise, in place of what it was before. A new one is mailed to the customer. Null
 * when the session has ended meanwhile.
 */
export async function rememberDevice(
  db: Db,
  { sessionId, before }: { readonly sessionId: string; readonly before: DeviceClaim | null },
): Promise<DeviceClaim | null> {
  const device = newDevice();
  return db.begin(async (tx) => {
    // The owner, then the session, then its devices: the order of whatever ends ways into an account.
    await shareOwnerOfSession(tx, sessionId);
    const session = await lockSession(tx, sessionId);
    if (!session) return null;
    const { customerId, browser } = session;
    if (before !== null) await lockSessionsOfDevice(tx, { id: before.id, customerId });
    const isKnown = before !== null && (await replaceDevice(tx, { ...before, customerId }));
    await insertDevice(tx, { id: device.id, sessionId, most: MOST_DEVICES });
    if (isKnown) {
      // The link of an earlier mail ends the device under its new id, with what it opened under the old one.
      await moveNotice(tx, { from: before.id, to: device.id });
      await moveSessions(tx, { from: before.id, to: device.id });
    } else await noteAdded(tx, { customerId, kind: 'device', subjectId: device.id, browser });
    return device;
  });
}
