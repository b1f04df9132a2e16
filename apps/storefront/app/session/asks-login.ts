import { pathTo } from '../paths.ts';

/**
 * Whether an address behind the guard asks for a login. All do, unless the brand lets everybody see the places of a performance; taking
 * them needs a session in any case, and leads to the login by itself (RO-018, C-34).
 */
export function asksLogin(pathname: string, { seatSelectionRequiresLogin }: { readonly seatSelectionRequiresLogin: boolean }): boolean {
  const [, word] = pathname.toLowerCase().split('/');
  return seatSelectionRequiresLogin || `/${word}` !== pathTo('funcion', {});
}
