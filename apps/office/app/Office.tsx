import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { LoginScreen } from './login/LoginScreen.tsx';
import { PerformancesScreen } from './performances/PerformancesScreen.tsx';
import { useSession } from './session.ts';

/** The office for who is logged in, else the way in. What one person saw is gone before the next one logs in. */
export function Office() {
  const session = useSession();
  const queries = useQueryClient();
  const inside = session !== null;

  useEffect(() => {
    if (!inside) queries.clear();
  }, [inside, queries]);

  return session ? <PerformancesScreen name={session.user.name} /> : <LoginScreen />;
}
