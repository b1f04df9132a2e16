import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { pathTo } from '../../paths.ts';
import type { PrivacyOutcome, PrivacyProblem } from './privacy-calls.ts';

/** One call at a time and what became of the last one; without a session, to login and back. */
export function usePrivacyCall() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<PrivacyProblem | null>(null);

  async function run<Data>(call: () => Promise<PrivacyOutcome<Data>>, done: (data: Data) => void): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    const outcome = await call();
    setBusy(false);
    if (outcome.status === 'log-in') return navigate(pathTo('login', {}, { next: pathname }));
    if (outcome.status === 'problem') return setProblem(outcome.problem);
    done(outcome.data);
  }

  return { isBusy, problem, run };
}
