/** A table as CSV (RFC 4180) in UTF-8 with a mark, so that spreadsheets read its letters; amounts with a point, moments in ISO 8601. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;

/** Minor units as a spreadsheet reads them. */
export const csvAmount = (amount: number): string => (amount / 100).toFixed(2);

const AMOUNT = /^-\d+\.\d{2}$/;

/** What a spreadsheet would take for a formula gets an apostrophe before it: a reason is typed by people, an id may begin with a hyphen. */
const cell = (text: string) => {
  const plain = /^[=+\-@\t\r]/.test(text) && !AMOUNT.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
};
