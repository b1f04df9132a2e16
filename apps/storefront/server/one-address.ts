import { isVenueAddress, paths } from '../app/paths.ts';

/** Every path of the product in words; the catch-all for venues last, as it also looks like others. */
const routes: readonly (readonly string[])[] = Object.values(paths)
  .map(({ path }) => path.split('/').filter((word) => word !== ''))
  .sort((a, b) => variables(a) - variables(b));

function variables(words: readonly string[]): number {
  return words.filter((word) => word.startsWith(':')).length;
}

/**
 * The one address of what a visitor asked for, where that was written otherwise: in another letter case, or with slashes too
 * many. Null for an address that is right as it is, and for one that no page has.
 */
export function oneAddress({ pathname, search }: URL): string | null {
  const parts = pathname.split('/').filter((part) => part !== '');
  const route = routes.find((words) => matches(words, parts));
  if (!route) return null;
  const own = `/${parts.map((part, at) => (isVariable(route[at]) ? part : route[at])).join('/')}`;
  return own === pathname ? null : `${own}${search}`;
}

const isVariable = (word: string | undefined) => word?.startsWith(':') ?? false;

function matches(words: readonly string[], parts: readonly string[]): boolean {
  const least = words.filter((word) => !word.endsWith('?')).length;
  if (parts.length < least || parts.length > words.length) return false;
  if (words.length > 0 && words.every(isVariable)) return isVenueAddress(parts[0] ?? '', parts[1] ?? '');
  return parts.every((part, at) => isVariable(words[at]) || words[at]?.toLowerCase() === part.toLowerCase());
}
