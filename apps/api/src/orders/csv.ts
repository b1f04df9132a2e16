/** Rows as a file for spreadsheets (RFC 4180), with a mark at the beginning, so that they read its letters. */
export const csvFile = (rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(`\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`);

/** What a spreadsheet would take for a formula gets an apostrophe before it: names are typed by people. Plain numbers stay numbers. */
const cell = (text: string): string => {
  const plain = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
};
