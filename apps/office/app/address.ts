import { createStore, useStore } from '@butaca/browser/create-store.ts';

/** The screens of the office; the server answers each of these addresses with the same page. */
export const addresses = { performances: '/oficina', logIn: '/oficina/ingresar', security: '/oficina/seguridad' } as const;

const current = createStore(location.pathname, {
  start: () => {
    const read = () => current.set(location.pathname);
    window.addEventListener('popstate', read);
    return () => window.removeEventListener('popstate', read);
  },
});

export const useAddress = () => useStore(current);

/** `replace` leaves no entry to come back to, as after a log-in. */
export function goTo(address: string, { replace = false }: { replace?: boolean } = {}) {
  if (location.pathname === address) return;
  history[replace ? 'replaceState' : 'pushState'](null, '', address);
  current.set(address);
}
