import * as z from 'zod/mini';
import { typedIdentifier, typedText } from './rules/typed.ts';

/** ISO 8601 with offset on the wire, epoch milliseconds inside. */
export const Instant = z.codec(z.iso.datetime({ offset: true }), z.int(), {
  decode: (text) => Date.parse(text),
  encode: (epochMs) => new Date(epochMs).toISOString(),
});

/** A calendar date without time, `2026-11-21`, the same on both sides. */
export const PlainDate = z.iso.date();

const MINOR_UNITS = 100;

/** A decimal amount with at most two places on the wire, integer minor units inside. */
export const Money = z.codec(z.number().check(z.multipleOf(1 / MINOR_UNITS)), z.int(), {
  decode: (amount) => Math.round(amount * MINOR_UNITS),
  encode: (minorUnits) => minorUnits / MINOR_UNITS,
});

/** The same in an address, where everything is text. */
export const MoneyInAddress = z.codec(z.string().check(z.regex(/^\d{1,12}(\.\d{1,2})?$/)), z.int(), {
  decode: (amount) => Math.round(Number(amount) * MINOR_UNITS),
  encode: (minorUnits) => String(minorUnits / MINOR_UNITS),
});

/** `S` or `N` on the wire; reading also accepts the other spellings in use (EN-030). */
export const YesNo = z.codec(z.union([z.enum(['S', 'N', 'Y', '']), z.boolean(), z.literal([0, 1])]), z.boolean(), {
  decode: (value) => value === true || value === 1 || value === 'S' || value === 'Y',
  encode: (value) => (value ? 'S' : 'N'),
});

/** 128 random bits in base64url: purchases, orders and reservations. */
export const OpaqueId = z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/));

export const CatalogueId = z.int().check(z.positive(), z.maximum(2_147_483_647));

/** The same in an address, where everything is text. */
export const CatalogueIdInPath = z.codec(z.string().check(z.regex(/^[1-9]\d{0,9}$/)), CatalogueId, {
  decode: Number,
  encode: String,
});

/** Validation hash that accompanies show and performance lookups (C-10). */
export const LinkHash = z.string().check(z.regex(/^[a-z2-7]{13}$/));

export const Text = z.string();

/** Neither control characters nor halves of characters: no keyboard types them, and PostgreSQL cannot store them as they are. */
export const printable = z.regex(/^[^\p{Cc}\p{Cs}]*$/u);

/** The same with line ends and tabs. */
export const printableLines = z.regex(/^(?:[\n\r\t]|[^\p{Cc}\p{Cs}])*$/u);

/** Without what is pasted along and not seen; on both sides of the wire, since zod overwrites when it encodes, too. */
export const asText = z.overwrite(typedText);
export const asIdentifier = z.overwrite(typedIdentifier);

/** Text that a person typed: as it reads, not blank, at most `maximum` characters. */
export const Typed = (maximum: number) => z.string().check(asText, z.minLength(1), z.maxLength(maximum), printable);

/** A number, code or link that a person typed or pasted. */
export const TypedIdentifier = (maximum: number) => z.string().check(asIdentifier, z.minLength(1), z.maxLength(maximum), printable);

/** As `Typed`, of several lines. */
export const TypedLines = (maximum: number) => z.string().check(asText, z.minLength(1), z.maxLength(maximum), printableLines);

/** Names one word inside and another on the wire, for closed lists. */
export function wireEnum<const Words extends Record<string, string>>(words: Words) {
  type Own = keyof Words & string;
  type Wire = Words[keyof Words];
  const toOwn = new Map(Object.entries(words).map(([own, wire]) => [wire, own as Own]));
  return z.codec(z.enum(Object.values(words) as [Wire, ...Wire[]]), z.enum(Object.keys(words) as [Own, ...Own[]]), {
    decode: (wire) => toOwn.get(wire as string) as Own,
    encode: (own) => words[own] as Wire,
  });
}

/**
 * As `wireEnum`, of an answer. A page that is open while the server is renewed reads a word that only the new server knows as `unknown`, one of
 * these words, and shows the rest of the answer.
 */
export function openEnum<const Words extends Record<string, string>>(unknown: keyof Words & string, words: Words) {
  type Own = keyof Words & string;
  type Wire = Words[keyof Words];
  const toOwn = new Map(Object.entries(words).map(([own, wire]) => [wire, own as Own]));
  const known = z.enum(Object.values(words) as [Wire, ...Wire[]]);
  return z.codec(z.union([known, Text]), z.enum(Object.keys(words) as [Own, ...Own[]]), {
    decode: (wire) => toOwn.get(wire) ?? unknown,
    encode: (own) => words[own] as Wire,
  });
}
