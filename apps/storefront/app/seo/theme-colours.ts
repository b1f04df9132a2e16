import type { Tone } from '../chrome/variants.ts';

/** What browsers draw their own bars with, in the light and in the dark theme. */
export interface ThemeColours {
  readonly light: string;
  readonly dark: string;
}

/** Of the design language, where a brand's tokens say nothing else; a test compares them with its sheet. */
export const USUAL_TOKENS = `
  --paper: light-dark(#faf6ee, #151210);
  --sunken: light-dark(#f1eadd, #0f0d0b);
  --night: #151210;
`;

/** The background of the page's bar. */
export function themeColours(tokensCss: string, tone: Tone): ThemeColours {
  const [, light = '', dark = light] = colourOf(tone).exec(tokensCss) ?? colourOf(tone).exec(USUAL_TOKENS) ?? [];
  return { light, dark };
}

/** One colour, or one for each theme. */
const colourOf = (token: Tone) => new RegExp(`--${token}:\\s*(?:light-dark\\(\\s*)?(#[0-9a-f]{3,8})(?:\\s*,\\s*(#[0-9a-f]{3,8}))?`, 'i');
