/** Bounds of what people type, for the forms and for the server (VA-046); this is the only place that knows them. */
export const bounds = {
  emailLength: 254,
  nameLength: 80,
  passwordMinLength: 8,
  /** Keeps a hash from being fed megabytes. */
  passwordMaxLength: 200,
  dniLowest: 1_000_000,
  dniHighest: 99_999_999,
  taxIdDigits: 11,
  documentMinLength: 4,
  documentMaxLength: 20,
  birthYearLowest: 1900,
  phoneMinDigits: 6,
  phoneMaxDigits: 15,
} as const;
