import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { LoginScreen } from './login/LoginScreen.tsx';
import { PerformancesScreen } from './performances/PerformancesScreen.tsx';
import { useSession } from './session.ts';

/** The office for a person who is logged in, else the log-in. The data of one person is cleared before the next one logs in. */
export function Office() {
  const session = useSession();
  const queries = useQueryClient();
  const loggedIn = session !== null;

  useEffect(() => {
    if (!loggedIn) queries.clear();
  }, [loggedIn, queries]);

  return session ? <PerformancesScreen name={session.user.name} /> : <LoginScreen />;
}
