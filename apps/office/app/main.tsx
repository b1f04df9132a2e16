import '@butaca/ui/tokens.css';
import '@butaca/ui/fonts.css';
import '@butaca/ui/base.css';
import '@butaca/ui/print.css';
import './page.css';
import { LanguageProvider } from '@butaca/ui/i18n/use-translation.tsx';
import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { StrictMode, useEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { addresses, goTo, useAddress } from './address.ts';
import { BillsScreen } from './bills/BillsScreen.tsx';
import { DrawersScreen } from './drawers/DrawersScreen.tsx';
import { LoginScreen } from './login/LoginScreen.tsx';
import { MailsScreen } from './mails/MailsScreen.tsx';
import { MoneyScreen } from './money/MoneyScreen.tsx';
import { OrdersScreen } from './orders/OrdersScreen.tsx';
import { PerformancesScreen } from './performances/PerformancesScreen.tsx';
import { QueuesScreen } from './queue/QueuesScreen.tsx';
import { SecurityScreen } from './security/SecurityScreen.tsx';
import { useSession, useStaffSession } from './session.ts';
import { settings } from './settings.ts';

const others = import.meta.glob<Record<string, string>>('./i18n/{en,pt}/*.json', { import: 'default' });
const name = settings.locale.language;
const [office, queue] = await Promise.all(['office', 'queue'].map((area) => others[`./i18n/${name}/${area}.json`]?.()));

// Without a connection a call fails at once instead of being paused until there is one.
const queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });

createRoot(document.getElementById('office') as HTMLElement).render(
  <StrictMode>
    <LanguageProvider language={{ name, catalogues: office && queue ? { office, queue } : {} }}>
      <QueryClientProvider client={queries}>
        <Office />
      </QueryClientProvider>
    </LanguageProvider>
  </StrictMode>,
);

/** The office for a person who is logged in, else the log-in. The data of one person is cleared before the next one logs in. */
function Office() {
  const session = useSession();
  const staff = useStaffSession();
  const queries = useQueryClient();
  const address = useAddress();
  const asked = useRef({ address: addresses.performances as string, query: '' });
  const loggedIn = session !== null;
  const atSecurity = address === addresses.security && staff !== null && settings.secondFactor !== 'off';

  // The log-in has an address of its own, and leads back to the screen that was asked for.
  useEffect(() => {
    if (atSecurity) return;
    if (!loggedIn && address !== addresses.logIn) {
      asked.current = { address, query: location.search };
      goTo(addresses.logIn, { replace: true });
    }
    if (loggedIn && address === addresses.logIn) goTo(asked.current.address, { replace: true, query: asked.current.query });
  }, [loggedIn, address, atSecurity]);

  useEffect(() => {
    if (!loggedIn) queries.clear();
  }, [loggedIn, queries]);

  if (atSecurity) return <SecurityScreen name={staff.user.name} />;
  if (!session) return <LoginScreen />;
  const { name } = session.user;
  if (address === addresses.orders) return <OrdersScreen name={name} />;
  if (address === addresses.money) return <MoneyScreen name={name} />;
  if (address === addresses.bills && settings.bills) return <BillsScreen name={name} />;
  if (address === addresses.mails) return <MailsScreen name={name} />;
  if (address === addresses.drawers) return <DrawersScreen name={name} />;
  if (address === addresses.queues && settings.waitingRooms) return <QueuesScreen name={name} />;
  return <PerformancesScreen name={name} />;
}
