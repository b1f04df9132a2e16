const LONGEST = 120;

/** `La vida es sueño` becomes `la-vida-es-sueno`; empty when nothing in it can be spelled so. */
export const slug = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, '');
