import { emailProblem, normalEmail } from './email.ts';

/** Where most mailboxes of the region are, and which a slip of the finger is proposed for. */
const commonDomains = [
  'gmail.com',
  ...['hotmail.com', 'hotmail.com.ar', 'hotmail.com.br', 'hotmail.es', 'outlook.com', 'outlook.com.ar', 'outlook.com.br', 'outlook.es'],
  ...['yahoo.com', 'yahoo.com.ar', 'yahoo.com.br', 'yahoo.com.mx', 'yahoo.es', 'icloud.com', 'live.com.ar', 'protonmail.com'],
  ...['fibertel.com.ar', 'speedy.com.ar', 'arnet.com.ar', 'ciudad.com.ar', 'adinet.com.uy', 'vera.com.uy', 'terra.com.br'],
] as const;

/** Domains that take mail, though they look like a slip. */
const likeOthers: ReadonlySet<string> = new Set([
  ...commonDomains,
  ...['ymail.com', 'mail.com', 'email.com', 'zmail.com', 'gmx.com', 'yahoo.ca', 'hotmail.co', 'tierra.com.br'],
]);

/** The address that was probably meant, when its domain is one slip from a common one; null where nothing looks wrong. */
export function emailTypo(typed: string): string | null {
  if (emailProblem(typed) !== null) return null;
  const email = normalEmail(typed);
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at);
  if (likeOthers.has(domain)) return null;
  const meant = commonDomains.find((common) => isOneSlip(domain, common) && !isOtherCountry(domain, common));
  return meant === undefined ? null : `${email.slice(0, at)}${meant}`;
}

/** As `emailProblem`; `typo` while somebody has to say whether a domain that looks misspelt is meant. `kept`: the address that they said is. */
export const askedEmailProblem = (typed: string, kept: string) =>
  emailProblem(typed) ?? (normalEmail(kept) !== normalEmail(typed) && emailTypo(typed) !== null ? 'typo' : null);

/** One letter more, less or another one, or two neighbours swapped. */
function isOneSlip(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  let end = 0;
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  const [here, there] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  if (Math.max(here.length, there.length) === 1) return true;
  return here.length === 2 && there.length === 2 && here[0] === there[1] && here[1] === there[0];
}

/** `yahoo.com.au` is no slip of `yahoo.com.ar`: two countries. */
function isOtherCountry(one: string, other: string): boolean {
  const [here, there] = [one, other].map((domain) => domain.slice(domain.lastIndexOf('.') + 1));
  return here !== there && here?.length === 2 && there?.length === 2;
}
