/** What a bar or a footer stands on: the page's paper, its sunken shade, or a dark hall whatever the page is. */
export type Tone = 'paper' | 'sunken' | 'night';

/** The tokens inside a theme are those of its colours, so what is dark needs none of its own. */
export const themeOf = (tone: Tone): 'dark' | undefined => (tone === 'night' ? 'dark' : undefined);
