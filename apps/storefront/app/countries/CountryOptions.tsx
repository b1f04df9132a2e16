import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useMemo } from 'react';
import { useFrame } from '../frame/use-frame.ts';
import { useHydrated } from '../frame/use-hydrated.ts';
import loginTexts from '../i18n/es/login.json';
import { countryName, type NamedCountry, otherCountries } from './country-name.ts';

/** All countries for a select: the brand's first. The others come with the page's script: a browser's names may differ from the server's. */
export function CountryOptions() {
  const { t } = useTranslation(loginTexts);
  const {
    locale: { language },
    people: { countries },
  } = useFrame().brand;
  const isHydrated = useHydrated();
  const others = useMemo(() => (isHydrated ? otherCountries(countries, language) : []), [isHydrated, countries, language]);
  return (
    <>
      {countries.map((code) => optionOf({ code, name: countryName(code, language) }))}
      {others.length > 0 && <optgroup label={t('country.others')}>{others.map(optionOf)}</optgroup>}
    </>
  );
}

const optionOf = ({ code, name }: NamedCountry) => (
  <option key={code} value={code}>
    {name}
  </option>
);
