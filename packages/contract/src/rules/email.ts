import { typedIdentifier } from './typed.ts';

export const EMAIL_LENGTH = 254;

/**
 * The one pattern for addresses (VA-007, VA-009): what browsers accept for `type=email`, letters of every script, and a domain with at least
 * one dot whose last part starts with a letter, so `a@b` is refused and `a@b.co` accepted.
 */
export const EMAIL_PATTERN =
  /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+\p{L}(?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])$/u;
const ASCII_PATTERN = /^[^@]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/**
 * The one form of a mailbox, for storing and for comparing (VA-012): small letters, and a domain in its own letters, so that `münchen.example`
 * and `xn--mnchen-3ya.example`, which some browsers make of it, are one account. NFKC, because no mailbox tells apart letters that
 * look alike by compatibility, and PDFs paste ligatures. `mailto:` and angle brackets are how other programs copy an address.
 */
export function normalEmail(typed: string): string {
  const email = unwrapped(typedIdentifier(typed.normalize('NFKC')))
    .toLowerCase()
    .normalize('NFKC');
  const at = email.lastIndexOf('@');
  if (at < 0 || email.length > 4 * EMAIL_LENGTH) return email;
  const domain = asciiDomain(email.slice(at + 1));
  return domain === null ? email : `${email.slice(0, at + 1)}${domain.split('.').map(ownLetters).join('.')}`;
}

/** The address as mail servers and payment providers take it: the domain in punycode. The part before it has no other form. */
export function mailedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, at + 1)}${asciiDomain(email.slice(at + 1)) ?? email.slice(at + 1)}`;
}

export function emailProblem(typed: string): 'missing' | 'too_long' | 'invalid' | null {
  const email = normalEmail(typed);
  if (email === '') return 'missing';
  const mailed = mailedEmail(email);
  if (email.length > EMAIL_LENGTH || mailed.length > EMAIL_LENGTH) return 'too_long';
  return EMAIL_PATTERN.test(email) && ASCII_PATTERN.test(mailed) ? null : 'invalid';
}

export const emailConfirmationProblem = (email: string, confirmation: string): 'mismatch' | null =>
  normalEmail(email) === normalEmail(confirmation) ? null : 'mismatch';

/** Enough to recognise one's own address by, and not to learn another one's: `m…@correo.example`. */
export const maskedEmail = (email: string): string => `${[...email][0] ?? ''}…${email.slice(email.lastIndexOf('@'))}`;

/** What staff paste into a search: an address, or a name with the address in angle brackets. */
export const searchedEmail = (typed: string): string => normalEmail(/<([^<>]+)>\s*$/.exec(typed)?.[1] ?? typed);

function unwrapped(text: string): string {
  const inner = /^<(.*)>$/.exec(text)?.[1]?.trim() ?? text;
  const link = /^mailto:([^?]*)/i.exec(inner)?.[1];
  if (link === undefined) return inner;
  try {
    return decodeURIComponent(link).trim();
  } catch {
    return link.trim();
  }
}

const DOMAIN = /^[\p{L}\p{M}\p{N}.\u3002-]+$/u;

/** By the platform's IDNA; null for what is no domain. ASCII is left to the pattern. */
function asciiDomain(domain: string): string | null {
  if (/^[a-z0-9.-]*$/.test(domain) && !/(?:^|\.)xn--/.test(domain)) return domain;
  if (!DOMAIN.test(domain)) return null;
  try {
    return new URL(`http://${domain}/`).hostname;
  } catch {
    return null;
  }
}

const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;

/** A label stays in punycode where typing its letters would not lead back to it, such as one of emoji or with a joiner. */
function ownLetters(label: string): string {
  if (!label.startsWith('xn--')) return label;
  const letters = decodePunycode(label.slice('xn--'.length));
  return letters !== null && LABEL.test(letters) && asciiDomain(letters.normalize('NFKC')) === label ? letters : label;
}

/** RFC 3492, with the parameters of its section 5. */
function decodePunycode(text: string): string | null {
  const [base, tMin, tMax, skew, damp] = [36, 1, 26, 38, 700];
  const end = text.lastIndexOf('-');
  const letters = end > 0 ? [...text.slice(0, end)].map((letter) => letter.codePointAt(0) as number) : [];
  let [codePoint, position, bias, at] = [128, 0, 72, end > 0 ? end + 1 : 0];
  while (at < text.length) {
    const before = position;
    for (let weight = 1, k = base; ; k += base) {
      const digit = '0123456789'.includes(text[at] ?? ' ') ? Number(text[at]) + 26 : (text.charCodeAt(at) || 0) - 97;
      at++;
      if (digit < 0 || digit >= base) return null;
      position += digit * weight;
      const threshold = Math.min(Math.max(k - bias, tMin), tMax);
      if (digit < threshold) break;
      weight *= base - threshold;
    }
    const count = letters.length + 1;
    let delta = Math.floor((position - before) / (before === 0 ? damp : 2));
    delta += Math.floor(delta / count);
    let k = 0;
    for (; delta > ((base - tMin) * tMax) / 2; k += base) delta = Math.floor(delta / (base - tMin));
    bias = k + Math.floor(((base - tMin + 1) * delta) / (delta + skew));
    codePoint += Math.floor(position / count);
    position %= count;
    if (codePoint > 0x10_ffff) return null;
    letters.splice(position++, 0, codePoint);
  }
  return String.fromCodePoint(...letters);
}
