import type { LanguageCode } from './languages.ts';
import type { Brand } from './schema.ts';

/** The brand as somebody reads it who chose this language; amounts, time zone and laws stay those of its country. */
export function inLanguage(brand: Brand, language: LanguageCode): Brand {
  if (language === brand.locale.language) return brand;
  const known = made.get(brand)?.get(language);
  if (known) return known;
  const translated = translate(brand, language);
  const others = made.get(brand) ?? new Map<LanguageCode, Brand>();
  made.set(brand, others.set(language, translated));
  return translated;
}

const made = new WeakMap<Brand, Map<LanguageCode, Brand>>();

function translate(brand: Brand, language: LanguageCode): Brand {
  const texts = brand.translations[language] ?? {};
  const own = (text: string) => texts[text] ?? text;
  const named = <Named extends { readonly name: string }>(entry: Named): Named => ({ ...entry, name: own(entry.name) });
  const { links, payments } = brand;
  const { consumerDefense, taxAuthority, dataProtection } = links.badges;
  return {
    ...brand,
    slogan: own(brand.slogan),
    locale: { ...brand.locale, language },
    payments: { methods: payments.methods.map(named) },
    links: {
      ...links,
      withdrawal: named(links.withdrawal),
      withdrawalDocument: named(links.withdrawalDocument),
      badges: { consumerDefense: named(consumerDefense), taxAuthority: named(taxAuthority), dataProtection: named(dataProtection) },
      social: links.social.map(named),
      partners: links.partners.map(named),
      poweredBy: links.poweredBy.map(named),
    },
  };
}
