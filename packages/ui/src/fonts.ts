import text from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import title from '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2?url';

/** Addresses of the two files that every page needs: preload them, or the first words are drawn twice. */
export const firstFonts: readonly string[] = [text, title];
