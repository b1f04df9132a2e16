import type * as z from 'zod/mini';
import type { FailureCode } from './failure-codes.ts';

export type Method = 'GET' | 'POST' | 'DELETE';

/** All but `anonymous` need a bearer token; those of staff also need the role of the same name. */
export type Access = 'anonymous' | 'customer' | StaffAccess;

const staffAccess = ['box-office', 'organiser', 'door'] as const;
type StaffAccess = (typeof staffAccess)[number];

/** Access levels that need the role of the same name. */
export const isOfStaff = (access: Access): access is StaffAccess => staffAccess.some((each) => each === access);

/** One call of the API: where it is, who may make it, and the shapes of what goes in and out. */
export interface Endpoint {
  readonly method: Method;
  /** With `:name` for each parameter, named as on the wire. */
  readonly path: string;
  readonly access: Access;
  /** An anonymous call that knows who is logged in, where somebody is. */
  readonly session?: 'optional';
  readonly summary: string;
  /**
   * The call takes an idempotency key: one click's, with which it acts once (decision 092). `required`: it is refused without one.
   * A call without this acts whenever it is made, or cannot act twice.
   */
  readonly key?: 'required' | 'optional';
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  readonly answer: z.ZodMiniType;
  /** Its own refusals; `refusalsOf` adds those that any call of its shape may answer. */
  readonly refuses?: readonly FailureCode[];
  /** A success is a file of this type, without envelope, instead of an `answer`; refusals stay JSON. */
  readonly file?: 'application/pdf' | 'application/octet-stream' | 'text/csv; charset=utf-8';
  /** The call carries the country header (CA-012). */
  readonly country?: true;
  /** The call reads or sets a cookie of the browser. */
  readonly cookies?: true;
  /** A session that a remembered device opened has to give the password or a passkey first (decision 035). */
  readonly secondLook?: true;
  /** Seconds a shared cache may keep a successful anonymous answer. */
  readonly cacheSeconds?: number;
  /** An older answer is never used while the next one is made. */
  readonly live?: true;
  /** Largest body accepted, in bytes. */
  readonly bodyLimit?: number;
}

/** Refusals that follow from a call's shape; `refuses` adds its own. */
const refusalsByShape = {
  any: ['too_many_requests', 'busy'],
  params: ['malformed_address', 'not_found'],
  input: ['invalid_input'],
  post: ['foreign_page', 'malformed_body', 'body_too_large', 'unsupported_media_type'],
  staff: ['not_for_you'],
  secondLook: ['second_look_needed'],
  key: ['key_reused'],
} as const satisfies Record<string, readonly FailureCode[]>;
type ByShape<Shape extends keyof typeof refusalsByShape> = (typeof refusalsByShape)[Shape][number];

/** Every refusal that a call may answer. */
export const refusalsOf = ({ method, access, key, params, query, body, secondLook, refuses = [] }: Endpoint): readonly FailureCode[] => {
  const failures: FailureCode[] = [...refusalsByShape.any];
  if (params) failures.push(...refusalsByShape.params);
  if (params || query || body || method === 'POST') failures.push(...refusalsByShape.input);
  // A body is read with every method but GET, although a deletion has none.
  if (method !== 'GET') failures.push(...refusalsByShape.post);
  if (isOfStaff(access)) failures.push(...refusalsByShape.staff);
  if (secondLook) failures.push(...refusalsByShape.secondLook);
  if (key) failures.push(...refusalsByShape.key);
  return [...new Set([...failures, ...refuses])];
};

/** The same as a type: what a caller has to be ready for. */
export type RefusalCodeOf<E extends Endpoint> = E extends Endpoint
  ?
      | ByShape<'any'>
      | (E extends { params: z.ZodMiniType } ? ByShape<'params'> : never)
      | (E extends { params: z.ZodMiniType } | { query: z.ZodMiniType } | { body: z.ZodMiniType } | { method: 'POST' }
          ? ByShape<'input'>
          : never)
      | (E extends { method: 'POST' | 'DELETE' } ? ByShape<'post'> : never)
      | (E extends { secondLook: true } ? ByShape<'secondLook'> : never)
      | (E extends { key: 'required' | 'optional' } ? ByShape<'key'> : never)
      | (E extends { access: StaffAccess } ? ByShape<'staff'> : never)
      | (E extends { refuses: readonly (infer Own extends FailureCode)[] } ? Own : never)
  : never;

type PartOf<E extends Endpoint, Part extends 'params' | 'query' | 'body'> = E[Part] extends z.ZodMiniType
  ? { [K in Part]: z.output<E[Part]> }
  : object;

/** What a caller passes in and a handler receives: only the parts that the endpoint has. */
export type InputOf<E extends Endpoint> = PartOf<E, 'params'> & PartOf<E, 'query'> & PartOf<E, 'body'>;
export type AnswerOf<E extends Endpoint> = E extends { readonly file: string } ? File : z.output<E['answer']>;

/** `/v2/Funcion/:id` with `{ id: '5' }` becomes `/v2/Funcion/5`. */
export function fillPath(path: string, params: Readonly<Record<string, unknown>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
}
