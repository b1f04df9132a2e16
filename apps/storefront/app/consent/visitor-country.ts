import type { Country } from '@butaca/contract';
import { isoCountries } from '@butaca/contract/customers';
import { useEffect, useState } from 'react';
import { useFrame } from '../frame/use-frame.ts';
import { useConsent } from './consent.ts';

const TIMEOUT_MS = 3000;
const KEY = 'butaca.country';

/** `{"countryCode":"PY"}` or `{"data":{"countryCode":"PY"}}`, as a country; null for anything else. */
export function countryIn(answer: unknown): Country | null {
  const { data, countryCode } = (answer ?? {}) as { data?: { countryCode?: unknown } | null; countryCode?: unknown };
  const code = data?.countryCode ?? countryCode;
  return (typeof code === 'string' && isoCountries.find((country) => country === code.toLowerCase())) || null;
}

/** Once per tab; null when it fails, or says nothing that is understood. */
async function lookUp(address: string): Promise<Country | null> {
  try {
    const before = sessionStorage.getItem(KEY);
    if (before !== null) return isoCountries.find((country) => country === before) ?? null;
    const response = await fetch(address, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const found = response.ok ? countryIn(await response.json()) : null;
    sessionStorage.setItem(KEY, found ?? '');
    return found;
  } catch {
    return null;
  }
}

/**
 * Where the brand's service places the visitor (CA-029): what country selects begin with. Null without a service, without the visitor's
 * consent, before there is an answer and when there is none.
 */
export function useVisitorCountry(): Country | null {
  const { hosts } = useFrame().brand;
  const isAllowed = useConsent() === 'given' && hosts.countryLookup !== '';
  const [country, setCountry] = useState<Country | null>(null);
  useEffect(() => {
    if (!isAllowed) return;
    let isGone = false;
    void lookUp(hosts.countryLookup).then((found) => !isGone && setCountry(found));
    return () => {
      isGone = true;
    };
  }, [isAllowed, hosts.countryLookup]);
  return country;
}
