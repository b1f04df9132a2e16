import fc from 'fast-check';
import * as z from 'zod/mini';
import { EMAIL_PATTERN, type Endpoint, endpoints, failures, Purchase } from '../src/index.ts';
import { printable, printableLines } from '../src/scalars.ts';

const namedSchemas: [string, z.ZodMiniType][] = [
  ['Purchase', Purchase],
  ...Object.entries(endpoints as Readonly<Record<string, Endpoint>>).flatMap(([name, endpoint]) =>
    (['params', 'query', 'body', 'answer'] as const).flatMap((part): [string, z.ZodMiniType][] => {
      const schema = endpoint[part];
      return schema ? [[`${name}, ${part}`, schema]] : [];
    }),
  ),
  ...Object.entries(failures).map(([name, { data }]): [string, z.ZodMiniType] => [`refusal ${name}`, data]),
];
/** Every schema of the contract that values pass, under the first name that it has: two in five have several. */
export const codecs = namedSchemas.filter(([, schema], index) => namedSchemas.findIndex(([, other]) => other === schema) === index);

type Definition = { type: string; checks?: { _zod: { def: Record<string, unknown> } }[] } & Record<string, unknown>;

/** Values of the wire side of any schema of the contract, made from its definition alone. */
export function wireValueOf(schema: z.ZodMiniType): fc.Arbitrary<unknown> {
  const definition = schema._zod.def as unknown as Definition;
  const inner = (key: string) => wireValueOf(definition[key] as z.ZodMiniType);
  switch (definition.type) {
    case 'pipe':
      return inner('in').filter((value) => z.safeDecode(schema, value as never).success);
    case 'object':
      return objectOf(definition.shape as Record<string, z.ZodMiniType>);
    case 'array':
      return fc.array(inner('element'), { maxLength: 3 });
    case 'optional':
    case 'default':
      return fc.option(inner('innerType'), { nil: undefined });
    case 'nullable':
      return fc.option(inner('innerType'), { nil: null });
    case 'union':
      return fc.oneof(...(definition.options as z.ZodMiniType[]).map(wireValueOf));
    case 'enum':
      return fc.constantFrom(...Object.values(definition.entries as object));
    case 'literal':
      return fc.constantFrom(...(definition.values as unknown[]));
    case 'boolean':
      return fc.boolean();
    case 'number':
      return numberOf(definition).filter((value) => z.safeParse(schema, value).success);
    case 'string':
      return stringOf(definition).filter((value) => z.safeParse(schema, value).success);
    default:
      throw new Error(`no values for ${definition.type}`);
  }
}

function objectOf(shape: Record<string, z.ZodMiniType>): fc.Arbitrary<unknown> {
  const fields = fc.record(Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, wireValueOf(schema)])));
  return fields.map((record) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)));
}

const checksOf = ({ checks = [] }: Definition) => checks.map(({ _zod }) => _zod.def);

function numberOf(definition: Definition): fc.Arbitrary<number> {
  const step = checksOf(definition).find(({ check }) => check === 'multiple_of')?.value;
  if (step !== undefined) return fc.integer({ min: -1e11, max: 1e13 }).map((units) => units / Math.round(1 / Number(step)));
  return fc.oneof(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }));
}

function stringOf(definition: Definition): fc.Arbitrary<string> {
  const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  const formats = [definition, ...checksOf(definition)].map(({ format }) => format);
  if (formats.includes('datetime')) return days.map((date) => date.toISOString());
  if (formats.includes('date')) return days.map((date) => date.toISOString().slice(0, 10));
  const pattern = checksOf(definition).find((check) => check.pattern)?.pattern as RegExp | undefined;
  if (pattern === EMAIL_PATTERN) return fc.emailAddress();
  const isText = [printable, printableLines].some(({ _zod: { def } }) => pattern === (def as { pattern?: RegExp }).pattern);
  if (pattern === undefined || isText) return fc.string({ unit: 'grapheme', maxLength: 30 });
  return fc.stringMatching(pattern);
}
