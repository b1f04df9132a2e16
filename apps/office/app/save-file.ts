/** Browsers start reading a downloaded object URL within this time. */
const TAKEN_WITHIN_MS = 60_000;

/** Hands a file over to the browser's downloads. */
export function saveFile(file: File): void {
  const address = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: address, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(address), TAKEN_WITHIN_MS);
}
