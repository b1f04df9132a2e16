/**
 * What somebody agrees to, by version: the version stands beside each consent. A text that was agreed to is never changed; a new wording is
 * a new version, which people are asked for again.
 */
export const marketingTexts = {
  '2026-11': 'Quiero recibir por correo novedades, preventas y descuentos. Puedo dejar de recibirlas cuando quiera.',
} as const;

export type MarketingVersion = keyof typeof marketingTexts;

/** The one that is shown. */
export const MARKETING_VERSION: MarketingVersion = '2026-11';
