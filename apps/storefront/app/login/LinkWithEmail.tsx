import type { MouseEvent, ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { pathTo } from '../paths.ts';
import { useNext } from './next.ts';

/** Within a form: leads to another page of the log-in with the address that was typed, and with where the visitor was going. */
export function LinkWithEmail({ to, children }: { to: 'login' | 'recoverPassword'; children: ReactNode }) {
  const navigate = useNavigate();
  const { asked } = useNext();
  const address = pathTo(to, {}, { next: asked });
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const typed = event.currentTarget.closest('form')?.querySelector<HTMLInputElement>('[name=email]')?.value.trim();
    void navigate(address, { state: { email: typed } satisfies EmailState });
  };
  return (
    <Link to={address} onClick={go}>
      {children}
    </Link>
  );
}

interface EmailState {
  readonly email?: string | undefined;
}

/** The address that the page before passed on; empty without one. */
export const useEmailOfPageBefore = (): string => (useLocation().state as EmailState | null)?.email ?? '';
