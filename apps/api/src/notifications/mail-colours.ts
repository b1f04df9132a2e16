import type { LoadedBrand } from '@butaca/brand/load';

interface ByTheme {
  readonly light: string;
  readonly dark: string;
}

/** The brand's accent in mails, and what is read on it. */
export interface MailColours {
  readonly accent: ByTheme;
  readonly onAccent: ByTheme;
}

/** Of a brand whose tokens name no accent. */
export const USUAL_COLOURS: MailColours = {
  accent: { light: '#1d1a16', dark: '#f4ede3' },
  onAccent: { light: '#ffffff', dark: '#1d1a16' },
};

/** From the brand's tokens: mail programs know no custom properties. */
export const mailColours = ({ tokensCss }: Pick<LoadedBrand, 'tokensCss'>): MailColours => {
  const accent = colourOf(tokensCss, 'accent');
  const onAccent = colourOf(tokensCss, 'on-accent');
  return accent && onAccent ? { accent, onAccent } : USUAL_COLOURS;
};

/** One colour, or one for each theme. */
function colourOf(tokensCss: string, token: string): ByTheme | null {
  const found = new RegExp(`--${token}:\\s*(?:light-dark\\(\\s*)?(#[0-9a-f]{6})\\b(?:\\s*,\\s*(#[0-9a-f]{6})\\b)?`, 'i').exec(tokensCss);
  const [, light, dark = light] = found ?? [];
  return light === undefined || dark === undefined ? null : { light, dark };
}
