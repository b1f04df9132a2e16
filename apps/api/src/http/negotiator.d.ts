/** Its published types are older than `preferred`. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { readonly headers: { readonly 'accept-encoding': string } });
    /** The one of `available` that the client likes best, of equal ones the first of `preferred`; undefined where it refuses all. */
    encoding<E extends string>(available: readonly E[], options: { readonly preferred: readonly E[] }): E | undefined;
  }
}
