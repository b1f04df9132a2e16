import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Cookies } from '#http/cookies';

const NAME = 'butaca-device';
const LINK_NAME = 'butaca-link';
/** The calls of customers: pages are the same for everyone and never see these cookies. */
const PATH = '/v2/Cliente';
const COOKIE = /^v1\.([A-Za-z0-9_-]{43})\.(\d{1,9})\.([A-Za-z0-9_-]{43})$/;
const BROWSER = /^[A-Za-z0-9_-]{43}$/;

/** What the cookie of a remembered device says; its signature was checked. */
export interface DeviceClaim {
  /** Its row: a hash of what only the browser holds. */
  readonly id: string;
  /** How often it had been renewed. */
  readonly generation: number;
  /** 256 random bits. */
  readonly random: string;
}

/** Cookies of the sign-in: set, read and dropped in the one way. */
export class SignInCookies {
  readonly #secret: string;
  readonly #cookies: Cookies;
  readonly #place: { readonly path: string; readonly secure: boolean };

  constructor(cookies: Cookies, { secret, origin }: { readonly secret: string; readonly origin: string }) {
    this.#secret = secret;
    this.#cookies = cookies;
    this.#place = { path: PATH, secure: origin.startsWith('https:') };
  }

  /** The device that calls; null without a cookie that this server has signed. */
  device(): DeviceClaim | null {
    return readDevice(this.#secret, this.#cookies.get(NAME));
  }

  remember({ random, generation }: Pick<DeviceClaim, 'random' | 'generation'>, days: number): void {
    this.#cookies.set(NAME, writeDevice(this.#secret, { random, generation }), { ...this.#place, maxAgeSeconds: days * 24 * 60 * 60 });
  }

  forget(): void {
    this.#cookies.drop(NAME, this.#place);
  }

  /** The hash of the text by which links know the browser that asked for them; null when it has asked for none lately. */
  browser(): string | null {
    const known = this.#cookies.get(LINK_NAME);
    return known !== undefined && BROWSER.test(known) ? hash('sha256', `link ${known}`, 'base64url') : null;
  }

  /** The same, for a browser that asks for a link: one that has asked before keeps its text, so that its earlier links go on working. */
  knowBrowser(minutes: number): string {
    const known = this.#cookies.get(LINK_NAME);
    const text = known !== undefined && BROWSER.test(known) ? known : randomBytes(32).toString('base64url');
    this.#cookies.set(LINK_NAME, text, { ...this.#place, maxAgeSeconds: minutes * 60 });
    return hash('sha256', `link ${text}`, 'base64url');
  }
}

export const newDevice = (): DeviceClaim => {
  const random = randomBytes(32).toString('base64url');
  return { random, id: deviceIdOf(random), generation: 0 };
};

/** `v1.<random>.<generation>.<signature>`: a forged or altered one costs no query. */
export const writeDevice = (secret: string, { random, generation }: Pick<DeviceClaim, 'random' | 'generation'>) =>
  `v1.${random}.${generation}.${signature(secret, random, generation)}`;

function readDevice(secret: string, cookie: string | undefined): DeviceClaim | null {
  const [, random, counted, claimed] = COOKIE.exec(cookie ?? '') ?? [];
  if (random === undefined || claimed === undefined) return null;
  const generation = Number(counted);
  if (!timingSafeEqual(Buffer.from(claimed), Buffer.from(signature(secret, random, generation)))) return null;
  return { id: deviceIdOf(random), generation, random };
}

const signature = (secret: string, random: string, generation: number) =>
  createHmac('sha256', secret).update(`device v1 ${random} ${generation}`).digest('base64url');

const deviceIdOf = (random: string) => hash('sha256', `device ${random}`, 'base64url');
