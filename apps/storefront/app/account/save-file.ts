/** Browsers start reading a downloaded object URL within this time. */
const TAKEN_WITHIN_MS = 60_000;

/** Hands a file over to the browser's downloads. */
export function saveFile(file: File) {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), TAKEN_WITHIN_MS);
}
