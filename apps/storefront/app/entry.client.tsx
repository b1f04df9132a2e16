import { LanguageProvider } from '@butaca/ui/i18n/use-translation.tsx';
import { StrictMode, startTransition, useEffect, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { keepEarlyPress } from './frame/early-press.ts';
import type { Catalogues } from './i18n/catalogues.ts';

type Loaded = Promise<{ readonly default: Catalogues }>;

/** Spanish travels with the code that shows it. */
const others: Readonly<Record<string, { readonly first: () => Loaded; readonly rest: () => Loaded }>> = {
  en: { first: () => import('./i18n/en-first.ts'), rest: () => import('./i18n/en-rest.ts') },
  pt: { first: () => import('./i18n/pt-first.ts'), rest: () => import('./i18n/pt-rest.ts') },
};

/** Not a top-level await: with one anywhere in the program the bundler merges no files, and every small shared module costs a request. */
async function start() {
  const name = document.documentElement.lang;
  const language = others[name];
  const rest = language?.rest();
  // The billboard is whole without the others; every other page may show any of them in its first rendering.
  const isFirstVisit = location.pathname === '/';
  const atOnce = await Promise.all([language?.first(), isFirstVisit ? undefined : rest]);
  const first: Catalogues = Object.assign({}, ...atOnce.map((loaded) => loaded?.default));
  const pressAgain = keepEarlyPress();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Root name={name} first={first} rest={isFirstVisit ? rest : undefined} onHydrated={pressAgain} />
      </StrictMode>,
    );
  });
}

interface RootProps {
  readonly name: string;
  readonly first: Catalogues;
  /** Texts that the first rendering does without. */
  readonly rest: Loaded | undefined;
  readonly onHydrated: () => void;
}

function Root({ name, first, rest, onHydrated }: RootProps) {
  const [catalogues, setCatalogues] = useState(first);
  useEffect(() => {
    void rest?.then((loaded) => startTransition(() => setCatalogues({ ...first, ...loaded.default })));
  }, [first, rest]);
  useEffect(() => {
    // After the render that follows hydration, which knows the visitor's own address.
    setTimeout(onHydrated);
  }, [onHydrated]);
  return (
    <LanguageProvider language={{ name, catalogues }}>
      <HydratedRouter />
    </LanguageProvider>
  );
}

void start();
