import type { MouseEvent, ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { pressAfterHydration } from '../frame/early-press.ts';
import { pathTo } from '../paths.ts';
import { useNext } from './next.ts';

interface LogInLinkProps {
  readonly to: 'login' | 'recoverPassword' | 'signUp';
  readonly onClick?: (event: MouseEvent<HTMLAnchorElement>) => void;
  readonly children: ReactNode;
}

/** Leads to another page of the log-in with where the visitor was going, which is known only after hydration. */
export function LogInLink({ to, onClick, children }: LogInLinkProps) {
  const { asked } = useNext();
  return (
    <Link to={pathTo(to, {}, { next: asked })} onClick={onClick} {...pressAfterHydration}>
      {children}
    </Link>
  );
}

/** Within a form: passes the address that was typed on, too. */
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
    <LogInLink to={to} onClick={go}>
      {children}
    </LogInLink>
  );
}

/** What a page passes on to the next one with an address in its form. */
export interface EmailState {
  readonly email?: string | undefined;
}

/** The address that the page before passed on; empty without one. */
export const useEmailOfPageBefore = (): string => (useLocation().state as EmailState | null)?.email ?? '';
