/**
 * What somebody agrees to, by version: the version stands beside each consent and names the very words that were read, so each language has
 * versions of its own. A text that was agreed to is never changed; a new wording is a new version, which people are asked for again.
 */
export const marketingTexts = {
  '2026-11': 'Quiero recibir por correo novedades, preventas y descuentos. Puedo dejar de recibirlas cuando quiera.',
  '2026-11-en': 'I want to receive news, presales and discounts by e-mail. I can stop receiving them whenever I want.',
  '2026-11-pt': 'Quero receber por e-mail novidades, pré-vendas e descontos. Posso deixar de recebê-los quando quiser.',
} as const;

export type MarketingVersion = keyof typeof marketingTexts;

/** The one that is shown in each language. */
export const marketingVersions = { es: '2026-11', en: '2026-11-en', pt: '2026-11-pt' } as const satisfies Record<string, MarketingVersion>;

/** The text of a version as it stands beside a consent; undefined for one that is not known here. */
export const marketingTextOf = (version: string): string | undefined => (marketingTexts as Readonly<Record<string, string>>)[version];
