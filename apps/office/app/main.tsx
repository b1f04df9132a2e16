import '@butaca/ui/tokens.css';
import '@butaca/ui/fonts.css';
import '@butaca/ui/base.css';
import './page.css';
import { LanguageProvider } from '@butaca/ui/i18n/use-translation.tsx';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Office } from './Office.tsx';
import { settings } from './settings.ts';

const others = import.meta.glob<Record<string, string>>('./i18n/{en,pt}/office.json', { import: 'default' });
const name = settings.locale.language;
const catalogue = await others[`./i18n/${name}/office.json`]?.();

// Without a connection a call fails at once instead of being paused until there is one.
const queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });

createRoot(document.getElementById('office') as HTMLElement).render(
  <StrictMode>
    <LanguageProvider language={{ name, catalogues: catalogue ? { office: catalogue } : {} }}>
      <QueryClientProvider client={queries}>
        <Office />
      </QueryClientProvider>
    </LanguageProvider>
  </StrictMode>,
);
