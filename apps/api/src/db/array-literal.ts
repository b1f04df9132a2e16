/** `{1,2,3}`: a list as one text that PostgreSQL casts, several times cheaper for the driver than an array; whole numbers only. */
export const integers = (values: readonly (number | null)[]): string => `{${values.map((value) => value ?? 'null').join()}}`;

/** `{true,false}`: the same of yes and no. */
export const booleans = (values: readonly boolean[]): string => `{${values.join()}}`;

/** `{"a","b"}`: the same of texts. */
export const texts = (values: readonly (string | null)[]): string => `{${values.map(quoted).join()}}`;

const quoted = (value: string | null) => (value === null ? 'null' : `"${/["\\]/.test(value) ? value.replace(/["\\]/g, '\\$&') : value}"`);
