import { useEffect } from 'react';
import { learnTime } from '../calls/learn-time.ts';
import { isDoubtfulSession } from './store.ts';

/** Asks the server's time where the device says that the session is over: a public page may have nothing else to ask it. */
export const useDoubtfulSession = () =>
  useEffect(() => {
    if (isDoubtfulSession()) learnTime().catch(() => undefined);
  }, []);
