import type { Language, Texts } from '@butaca/brand/translate';
import { type ReactNode, use, useMemo } from 'react';
import { LanguageContext } from './use-translation.tsx';

interface OwnTextsProps {
  /** In Spanish, each by the namespace and key of the text that it stands for: `seats/chosen.title`. */
  readonly texts: Texts;
  readonly children: ReactNode;
}

/** Screens that share others' components, and say some of their texts in words of their own. */
export function OwnTexts({ texts, children }: OwnTextsProps) {
  const language = use(LanguageContext);
  const own = useMemo(() => withOwnTexts(language, texts), [language, texts]);
  return <LanguageContext value={own}>{children}</LanguageContext>;
}

/** The language with `texts` in stead of those that they stand for; what it has no translation of stays as it was. */
export function withOwnTexts({ name, catalogues }: Language, texts: Texts): Language {
  const own: Record<string, Record<string, string>> = {};
  for (const [place, text] of Object.entries(catalogues[texts.namespace] ?? (name === 'es' ? texts : {}))) {
    const [, namespace, key] = /^([\w-]+)\/(.+)$/s.exec(place) ?? [];
    if (namespace === undefined || key === undefined) continue;
    own[namespace] ??= { ...catalogues[namespace] };
    own[namespace][key] = text;
  }
  return { name, catalogues: { ...catalogues, ...own } };
}
