import '@butaca/ui/tokens.css';
import '@butaca/ui/fonts.css';
import '@butaca/ui/base.css';
import './page.css';
import { LanguageProvider } from '@butaca/ui/i18n/use-translation.tsx';
import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { LoginScreen } from './login/LoginScreen.tsx';
import { PerformancesScreen } from './performances/PerformancesScreen.tsx';
import { useSession } from './session.ts';
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

/** The office for a person who is logged in, else the log-in. The data of one person is cleared before the next one logs in. */
function Office() {
  const session = useSession();
  const queries = useQueryClient();
  const loggedIn = session !== null;

  useEffect(() => {
    if (!loggedIn) queries.clear();
  }, [loggedIn, queries]);

  return session ? <PerformancesScreen name={session.user.name} /> : <LoginScreen />;
}
