import * as z from 'zod/mini';
import { Instant } from './scalars.ts';
import { wireNames } from './wire.ts';

/**
 * What zod would make of a value, or UNSURE. zod builds a payload and an issue list at every step and, when it encodes,
 * walks each subtree with checks twice; a walk is the same tree as plain functions, made once per schema. It returns only
 * what zod would return. Anything else (an invalid value, or a schema that is not known here) is UNSURE, and zod
 * judges the whole value again: errors, with the fields they name, are always zod's own.
 */
type Walk = (value: unknown) => unknown;
type Direction = 'encode' | 'decode';
type Schema = z.core.$ZodType;
type SafeDecoded<S extends z.ZodMiniType> = z.core.util.SafeParseResult<z.output<S>>;
type Definition = z.core.$ZodTypes['_zod']['def'];

export const UNSURE = Symbol('unsure');

const walks: Record<Direction, WeakMap<Schema, Walk>> = { encode: new WeakMap(), decode: new WeakMap() };

/** The same as `z.encode`, faster. Unknown fields are dropped; throws zod's error when the value does not fit the schema. */
export function encoderOf<S extends z.ZodMiniType>(schema: S): (own: z.output<S>) => z.input<S> {
  const walk = walkOf(schema, 'encode');
  return (own) => {
    const wire = walk(own);
    return wire === UNSURE ? z.encode(schema, own) : (wire as z.input<S>);
  };
}

/** The same as `z.safeDecode` with `reportInput`, faster for valid values. */
export function decoderOf<S extends z.ZodMiniType>(schema: S): (wire: unknown) => SafeDecoded<S> {
  const walk = walkOf(schema, 'decode');
  return (wire) => {
    const own = walk(wire);
    if (own === UNSURE) return z.safeDecode(schema, wire as z.input<S>, { reportInput: true }) as SafeDecoded<S>;
    return { success: true, data: own as z.output<S> };
  };
}

export function walkOf(schema: Schema, direction: Direction): Walk {
  const known = walks[direction].get(schema);
  if (known) return known;
  const walk = makeWalk(schema, direction) ?? walkByZod(schema, direction);
  walks[direction].set(schema, walk);
  return walk;
}

const definitionOf = (schema: Schema) => schema._zod.def as Definition;

/** Undefined when the schema is of a kind, or has checks, that is not known here. */
function makeWalk(schema: Schema, direction: Direction): Walk | undefined {
  if (schema === Instant && direction === 'encode') return encodeInstant;
  const definition = definitionOf(schema);
  switch (definition.type) {
    case 'string':
      return definition.coerce ? undefined : leaf(schema, (value) => typeof value === 'string');
    case 'number':
      return definition.coerce ? undefined : leaf(schema, Number.isFinite);
    case 'boolean':
      return definition.coerce ? undefined : leaf(schema, (value) => typeof value === 'boolean');
    case 'enum':
    case 'literal':
      return leaf(schema, (value) => schema._zod.values?.has(value as string) ?? false);
    case 'array':
      return arrayWalk(schema, walkOf(definition.element, direction));
  }
  if (definition.checks?.length) return undefined;
  switch (definition.type) {
    case 'optional':
      return isSkipped(schema) ? optionalWalk(walkOf(definition.innerType, direction)) : undefined;
    case 'default':
      return direction === 'encode'
        ? walkOf(definition.innerType, direction)
        : defaultWalk(definition, walkOf(definition.innerType, direction));
    case 'nullable':
      return nullableWalk(walkOf(definition.innerType, direction));
    case 'union':
      return unionWalk(definition.options, direction);
    case 'object':
      return definition.catchall ? undefined : objectWalk(definition.shape, direction);
    case 'pipe':
      return pipeWalk(schema, definition, direction);
    default:
      return undefined;
  }
}

function walkByZod(schema: Schema, direction: Direction): Walk {
  const run = direction === 'encode' ? z.safeEncode : z.safeDecode;
  return (value) => {
    const read = run(schema, value as never);
    return read.success ? read.data : UNSURE;
  };
}

/** zod's own checks, such as patterns and bounds; some of them change the value (`trim`). */
function leaf(schema: Schema, isOfType: (value: unknown) => boolean): Walk {
  const checks = checksOf(schema);
  if (checks.length === 0) return (value) => (isOfType(value) ? value : UNSURE);
  const payload: z.core.ParsePayload = { value: undefined, issues: [] };
  return (value) => {
    if (!isOfType(value)) return UNSURE;
    payload.value = value;
    for (const {
      _zod: { check },
    } of checks) {
      if (check(payload as z.core.ParsePayload<never>) !== undefined || payload.issues.length > 0) {
        payload.issues.length = 0;
        return UNSURE;
      }
    }
    return payload.value;
  };
}

function checksOf(schema: Schema): z.core.$ZodCheck[] {
  const own = schema._zod.traits.has('$ZodCheck') ? [schema as unknown as z.core.$ZodCheck] : [];
  return [...own, ...((definitionOf(schema).checks ?? []) as z.core.$ZodCheck[])];
}

const LENGTHS = new Set(['min_length', 'max_length']);

function arrayWalk(schema: Schema, element: Walk): Walk | undefined {
  const checks = checksOf(schema);
  // A check of the length says the same before and after the elements are walked, so the direction does not matter.
  if (checks.some(({ _zod }) => !LENGTHS.has(_zod.def.check))) return undefined;
  const size = leaf(schema, Array.isArray);
  return (value) => {
    if (size(value) === UNSURE) return UNSURE;
    const items = value as readonly unknown[];
    const result = new Array<unknown>(items.length);
    for (let index = 0; index < items.length; index++) {
      const item = element(items[index]);
      if (item === UNSURE) return UNSURE;
      result[index] = item;
    }
    return result;
  };
}

/** Whether an absent field of this schema stays absent, in both directions. */
function isSkipped(schema: Schema): boolean {
  const definition = definitionOf(schema);
  return definition.type === 'optional' && !schema._zod.traits.has('$ZodExactOptional') && definition.innerType._zod.optin !== 'defaulted';
}

const optionalWalk =
  (inner: Walk): Walk =>
  (value) =>
    value === undefined ? undefined : inner(value);

const nullableWalk =
  (inner: Walk): Walk =>
  (value) =>
    value === null ? null : inner(value);

/** The definition makes a new default at every read. */
const defaultWalk =
  (definition: { readonly defaultValue: unknown }, inner: Walk): Walk =>
  (value) =>
    value === undefined ? definition.defaultValue : inner(value);

const LEAVES = new Set(['string', 'number', 'boolean', 'enum', 'literal']);

/** The first option that fits. Only of leaves: of them UNSURE means that the option does not fit. */
function unionWalk(options: readonly Schema[], direction: Direction): Walk | undefined {
  if (!options.every((option) => LEAVES.has(definitionOf(option).type) && makeWalk(option, direction))) return undefined;
  const inner = options.map((option) => walkOf(option, direction));
  return (value) => {
    for (const option of inner) {
      const result = option(value);
      if (result !== UNSURE) return result;
    }
    return UNSURE;
  };
}

interface Field {
  readonly from: string;
  readonly to: string;
  readonly walk: Walk;
  readonly skipped: boolean;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldOf = (from: string, to: string, schema: Schema, direction: Direction): Field => ({
  from,
  to,
  walk: walkOf(schema, direction),
  skipped: isSkipped(schema),
});

function objectWalk(shape: Readonly<Record<string, Schema>>, direction: Direction): Walk | undefined {
  if (Object.hasOwn(shape, '__proto__') || Object.getOwnPropertySymbols(shape).length > 0) return undefined;
  const walk = fieldsWalk(Object.entries(shape).map(([name, schema]) => fieldOf(name, name, schema, direction)));
  // zod keeps a field that is there with the value undefined.
  const names = Object.keys(shape);
  return (value) => (isRecord(value) && names.some((name) => value[name] === undefined && name in value) ? UNSURE : walk(value));
}

function pipeWalk(schema: Schema, definition: z.core.$ZodPipeDef | z.core.$ZodCodecDef, direction: Direction): Walk | undefined {
  const names = wireNames(schema);
  if (names) {
    const { shape } = definition.in._zod.def as z.core.$ZodObjectDef;
    return fieldsWalk(
      [...names].map(([own, wire]) =>
        fieldOf(...(direction === 'encode' ? ([own, wire] as const) : ([wire, own] as const)), shape[wire] as Schema, direction),
      ),
    );
  }
  const transform = direction === 'encode' ? definition.reverseTransform : definition.transform;
  if (!schema._zod.traits.has('$ZodCodec') || !transform || transform.length > 1) return undefined;
  const [before, after] = direction === 'encode' ? [definition.out, definition.in] : [definition.in, definition.out];
  const first = walkOf(before, direction);
  const last = walkOf(after, direction);
  return (value) => {
    const checked = first(value);
    return checked === UNSURE ? UNSURE : last((transform as Walk)(checked));
  };
}

/** An absent optional field stays absent; one with a default gets it when it is read. */
function fieldsWalk(fields: readonly Field[]): Walk {
  return (value) => {
    if (!isRecord(value)) return UNSURE;
    const result: Record<string, unknown> = {};
    for (const { from, to, walk, skipped } of fields) {
      const field = value[from];
      if (field === undefined && skipped) continue;
      const walked = walk(field);
      if (walked === UNSURE || walked === undefined) return UNSURE;
      result[to] = walked;
    }
    return result;
  };
}

const DAY_MS = 86_400_000;
const EARLIEST = Date.parse('0000-01-01T00:00:00.000Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/** The days of the last instants, with the text before their hours: most instants of an answer are of today. */
const dayTexts = new Map<number, string>();
const MOST_DAYS = 1000;

/** The platform's way of writing a date takes ten times as long, and an answer about a purchase has three or more. */
function encodeInstant(value: unknown): unknown {
  if (!Number.isInteger(value)) return UNSURE;
  const epochMs = value as number;
  if (epochMs < EARLIEST || epochMs > LATEST) return UNSURE;
  const day = Math.floor(epochMs / DAY_MS);
  const time = epochMs - day * DAY_MS;
  const [hours, minutes, seconds] = [Math.floor(time / 3_600_000), Math.floor(time / 60_000) % 60, Math.floor(time / 1000) % 60];
  return `${dayText(day)}${twoDigits[hours]}:${twoDigits[minutes]}:${twoDigits[seconds]}.${String(time % 1000).padStart(3, '0')}Z`;
}

function dayText(day: number): string {
  const known = dayTexts.get(day);
  if (known !== undefined) return known;
  const text = new Date(day * DAY_MS).toISOString().slice(0, 'yyyy-mm-ddT'.length);
  if (dayTexts.size >= MOST_DAYS) dayTexts.clear();
  dayTexts.set(day, text);
  return text;
}

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
