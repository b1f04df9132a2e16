interface Named {
  readonly name: string;
}

/** What of a brand people read, as far as it has a language. */
interface BrandTexts {
  readonly slogan: string;
  readonly payments: { readonly methods: readonly Named[] };
  readonly links: {
    readonly withdrawal: Named;
    readonly withdrawalDocument: Named;
    readonly badges: Readonly<Record<string, Named>>;
    readonly social: readonly Named[];
    readonly partners: readonly Named[];
    readonly poweredBy: readonly Named[];
  };
}

/** What every language of a brand has to say in its own words. */
export const textsToTranslate = ({ slogan, payments, links }: BrandTexts): string[] => [
  slogan,
  ...payments.methods.map(({ name }) => name),
  links.withdrawal.name,
  links.withdrawalDocument.name,
  ...Object.values(links.badges).map(({ name }) => name),
];

/** What may have other words in another language: mostly names, which are the same in all. */
export const textsThatMayDiffer = ({ links }: BrandTexts): string[] =>
  [...links.social, ...links.partners, ...links.poweredBy].map(({ name }) => name);
