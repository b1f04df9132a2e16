import { createStore, useStore } from '@butaca/browser/create-store.ts';

/** The screens of the office; the server answers each of these addresses with the same page. */
export const addresses = {
  performances: '/oficina',
  orders: '/oficina/operaciones',
  money: '/oficina/dinero',
  bills: '/oficina/comprobantes',
  mails: '/oficina/correos',
  drawers: '/oficina/cajas',
  queues: '/oficina/filas',
  logIn: '/oficina/ingresar',
  security: '/oficina/seguridad',
} as const;

const here = () => `${location.pathname}${location.search}`;

const current = createStore(here(), {
  start: () => {
    const read = () => current.set(here());
    window.addEventListener('popstate', read);
    return () => window.removeEventListener('popstate', read);
  },
});

export const useAddress = () => useStore(current).split('?')[0] ?? '';

/** A value of the address's query, or null. */
export const useQueryOfAddress = (name: string): string | null => new URLSearchParams(useStore(current).split('?')[1]).get(name);

/** `replace` leaves no entry to come back to, as after a log-in. */
export function goTo(address: string, { replace = false, query = '' }: { replace?: boolean; query?: string } = {}) {
  if (location.pathname === address && location.search === query) return;
  history[replace ? 'replaceState' : 'pushState'](null, '', `${address}${query}`);
  current.set(`${address}${query}`);
}

/** The order that the address names. */
export const ORDER_IN_QUERY = 'operacion';

export const orderQuery = (orderId: string) => `?${ORDER_IN_QUERY}=${orderId}`;

/** The performance whose waiting room the address names. */
export const PERFORMANCE_IN_QUERY = 'funcion';

export const performanceQuery = (performanceId: number) => `?${PERFORMANCE_IN_QUERY}=${performanceId}`;
