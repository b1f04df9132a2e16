import { LanguageProvider } from '@butaca/ui/i18n/use-translation.tsx';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

const others = import.meta.glob<Record<string, string>>('./i18n/{en,pt}/*.json', { import: 'default' });

const name = document.documentElement.lang;
const files = Object.entries(others).filter(([file]) => file.includes(`/${name}/`));
const catalogues = Object.fromEntries(
  await Promise.all(files.map(async ([file, load]) => [file.replace(/^.*\/(.+)\.json$/, '$1'), await load()] as const)),
);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <LanguageProvider language={{ name, catalogues }}>
        <HydratedRouter />
      </LanguageProvider>
    </StrictMode>,
  );
});
