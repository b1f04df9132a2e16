/** The background of a bar or a footer: the page's, its sunken shade, or dark in both themes. */
export type Tone = 'paper' | 'sunken' | 'night';

/** The theme of an element with this tone: tokens inside it take the theme's values. */
export const themeOf = (tone: Tone): 'dark' | undefined => (tone === 'night' ? 'dark' : undefined);
