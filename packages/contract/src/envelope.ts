import * as z from 'zod/mini';

/** What every answer of the API looks like (EN-139, EN-140); the error field has been seen under three names (EN-141). */
export const Envelope = z.object({
  nCode: z.optional(z.number()),
  oData: z.optional(z.unknown()),
  error: z.optional(z.unknown()),
  cError: z.optional(z.unknown()),
  oError: z.optional(z.unknown()),
});

export interface Reply {
  /** Absent in the answer counts as 500 (CA-005). */
  readonly code: number;
  readonly data: unknown;
  readonly error: unknown;
}

export const SUCCESS_CODE = 200;
/** A transport failure: no answer at all (AN-006). */
export const TRANSPORT_FAILURE_CODE = 555;

/** Null when the body is not an answer of the API. */
export function readEnvelope(body: unknown): Reply | null {
  const read = z.safeParse(Envelope, body);
  if (!read.success) return null;
  const { nCode, oData, error, cError, oError } = read.data;
  return { code: nCode ?? 500, data: oData, error: error ?? cError ?? oError };
}

export const isSuccess = (code: number) => code === SUCCESS_CODE;
/** 201 to 299 are neither success nor error (C-41). */
export const isError = (code: number) => code > 299;

export const writeSuccess = (data: unknown) => ({ nCode: SUCCESS_CODE, oData: data });
export const writeRefusal = (code: number, failure: string, data: unknown) => ({ nCode: code, cError: failure, oData: data });
