const LONGEST_FILE_WORD = 60;

/** `Bodas de sangre` as `bodas-de-sangre`, for letters that every file system and mail client takes; empty when none is left. */
export const fileWord = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_FILE_WORD)
    .replace(/^-|-$/g, '');
