import * as z from 'zod/mini';

/** Own name → the name on the wire and the schema of its value; nested schemas re-encode their own values. */
export type Fields = Record<string, readonly [wire: string, schema: z.ZodMiniType]>;

type OptionalIn<F extends Fields, Side extends 'own' | 'wire'> = {
  [K in keyof F]: undefined extends ValueOf<F[K][1], Side> ? K : never;
}[keyof F];
type ValueOf<S extends z.ZodMiniType, Side extends 'own' | 'wire'> = Side extends 'own' ? z.output<S> : z.input<S>;
type Flat<T> = { [K in keyof T]: T[K] };

export type OwnOf<F extends Fields> = Flat<
  { [K in Exclude<keyof F, OptionalIn<F, 'own'>>]: z.output<F[K][1]> } & { [K in OptionalIn<F, 'own'>]?: z.output<F[K][1]> }
>;
export type WireOf<F extends Fields> = Flat<
  { [K in Exclude<keyof F, OptionalIn<F, 'wire'>> as F[K][0]]: z.input<F[K][1]> } & {
    [K in OptionalIn<F, 'wire'> as F[K][0]]?: z.input<F[K][1]>;
  }
>;

type OptionalFields<F extends Fields> = { readonly [K in keyof F]: readonly [wire: F[K][0], schema: z.ZodMiniOptional<F[K][1]>] };

/** The same fields, each of which may be left out. */
export const optionalFields = <const F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([own, [wire, schema]]) => [own, [wire, z.optional(schema)]]),
  ) as unknown as OptionalFields<F>;

const ownNamesOf = new WeakMap<object, ReadonlyMap<string, string>>();
const wireNamesOf = new WeakMap<object, ReadonlyMap<string, string>>();

/**
 * A record with English names inside and the specification's names on the wire. It renames and nothing else:
 * unknown wire fields are dropped, values are re-encoded by their own schemas, issue paths carry wire names.
 */
export function wireObject<const F extends Fields>(fields: F): z.ZodMiniType<OwnOf<F>, WireOf<F>> {
  const names = Object.entries(fields).map(([own, [wire]]) => [own, wire] as const);
  const wireSide = z.object(Object.fromEntries(Object.values(fields)));
  const ownSide = z.custom<Record<string, unknown>>((value) => typeof value === 'object' && value !== null && !Array.isArray(value));
  ownNamesOf.set(wireSide, new Map(names.map(([own, wire]) => [wire, own])));

  const codec = z.codec(wireSide, ownSide, {
    decode: (record: Record<string, unknown>) =>
      renamed(
        record,
        names.map(([own, wire]) => [wire, own]),
      ),
    encode: (record: Record<string, unknown>) => renamed(record, names),
  });
  wireNamesOf.set(codec, new Map(names));
  return codec as unknown as z.ZodMiniType<OwnOf<F>, WireOf<F>>;
}

/** How a record's field is called on the wire, for refusals that name fields. */
export function wireNameOf<S extends z.ZodMiniType>(record: S, own: keyof z.output<S> & string): string {
  const wire = wireNamesOf.get(record)?.get(own);
  if (wire === undefined) throw new TypeError(`no field ${own} in this record`);
  return wire;
}

/** The English name of each wire field of a record's wire side; feeds the API reference. */
export const ownNames = (wireSide: object) => ownNamesOf.get(wireSide);

/** The wire name of each field of a record, in the record's order; undefined for any other schema. */
export const wireNames = (record: object) => wireNamesOf.get(record);

function renamed(record: Record<string, unknown>, names: readonly (readonly [from: string, to: string])[]) {
  const result: Record<string, unknown> = {};
  for (const [from, to] of names) {
    if (record[from] !== undefined) result[to] = record[from];
  }
  return result;
}
