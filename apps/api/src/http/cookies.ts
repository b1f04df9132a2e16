import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Where a cookie goes and for how long. */
interface Place {
  readonly path: string;
  readonly maxAgeSeconds: number;
  /** Only over https, where people reach the server so. */
  readonly secure: boolean;
  /** `lax`: a link of another site brings it, too. */
  readonly sameSite?: 'lax' | 'strict';
}

/** The cookies of a call. No script reads those that are set here, and no other site makes a browser send them. */
export class Cookies {
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;

  constructor(request: FastifyRequest, reply: FastifyReply) {
    this.#request = request;
    this.#reply = reply;
  }

  get(name: string): string | undefined {
    return parseCookie(this.#request.headers.cookie ?? '')[name];
  }

  set(name: string, value: string, { path, maxAgeSeconds, secure, sameSite = 'strict' }: Place): void {
    const cookie = stringifySetCookie({ name, value, path, maxAge: maxAgeSeconds, secure, httpOnly: true, sameSite });
    this.#reply.raw.appendHeader('set-cookie', cookie);
  }

  drop(name: string, place: Omit<Place, 'maxAgeSeconds'>): void {
    this.set(name, '', { ...place, maxAgeSeconds: 0 });
  }
}
