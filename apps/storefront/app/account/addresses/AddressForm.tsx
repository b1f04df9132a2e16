import type { Address } from '@butaca/contract/account';
import { type AddressCountry, type AddressField, addressProblems, isAddressCountry, listProvinces } from '@butaca/contract/rules/address';
import { typedText } from '@butaca/contract/rules/typed';
import { Field, FieldGrid, Select } from '@butaca/ui/components/Field.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useState } from 'react';
import { useVisitorCountry } from '../../consent/visitor-country.ts';
import { CountryOptions } from '../../countries/CountryOptions.tsx';
import { useFrame } from '../../frame/use-frame.ts';
import accountTexts from '../../i18n/es/account.json';
import { EntryForm } from '../EntryForm.tsx';
import type { FormProps } from '../EntryList.tsx';
import type { Problems } from '../use-account-form.ts';

const addressTypes = ['home', 'work'] as const;

/** In the order of the form. */
const order: readonly AddressField[] = [
  'country',
  'province',
  'location',
  'postcode',
  'street',
  'number',
  'floor',
  'department',
  'reference',
];

/** The server names fields as they are on the wire. */
const fieldsByWireName: ReadonlyMap<string, AddressField> = new Map([
  ['cCalle', 'street'],
  ['cNumero', 'number'],
  ['cPiso', 'floor'],
  ['cDepartamento', 'department'],
  ['cReferencia', 'reference'],
  ['cProvincia', 'province'],
  ['cLocalidad', 'location'],
  ['cCodigoPostal', 'postcode'],
]);

export type NewAddress = Omit<Address, 'id'>;

/** One address (EN-063 to EN-074): what country and province it is in decides what the other fields offer. */
export function AddressForm({ entry, onSave, ...given }: FormProps<Address, NewAddress>) {
  const { t } = useTranslation(accountTexts);
  const { locale } = useFrame().brand;
  const visitorCountry = useVisitorCountry();
  const [chosenCountry, setCountry] = useState<string | undefined>(entry?.country);
  const [province, setProvince] = useState(entry?.province ?? '');
  const country = chosenCountry ?? visitorCountry ?? locale.defaultCountry;
  const localities = useLocalities(country, province);

  const check = (form: FormData): Problems<AddressField> =>
    Object.fromEntries(addressProblems(valuesOf(form)).map(({ field, reason }) => [field, reason]));

  return (
    <EntryForm
      {...given}
      label={t(entry ? 'address.change' : 'address.new')}
      fieldsByWireName={fieldsByWireName}
      order={order}
      check={check}
      isPreferred={entry?.preferred ?? false}
      onSave={(form) => onSave({ ...valuesOf(form), preferred: form.get('preferred') === 'yes' || (entry?.preferred ?? false) })}
    >
      {(problems) => {
        const error = (field: AddressField) => problems[field] && t(problemKey(field, problems[field]));
        const hint = country === 'ar' ? t('postcode.hint.ar') : undefined;
        return (
          <FieldGrid>
            <Select name="type" label={t('addressType')} defaultValue={entry?.type ?? 'home'}>
              {addressTypes.map((type) => (
                <option key={type} value={type}>
                  {t(`addressType.${type}`)}
                </option>
              ))}
            </Select>
            <Select
              name="country"
              label={t('country')}
              value={country}
              autoComplete="country"
              onChange={({ target }) => {
                setCountry(target.value);
                setProvince('');
              }}
            >
              <CountryOptions />
            </Select>
            {isAddressCountry(country) ? (
              <Select
                name="province"
                label={t(`province.${country}`)}
                value={province}
                error={error('province')}
                autoComplete="address-level1"
                required
                onChange={({ target }) => {
                  setProvince(target.value);
                  setCountry(country);
                }}
              >
                <option value="">{t('choose')}</option>
                {listProvinces(country).map(([code, name]) => (
                  <option key={code} value={code}>
                    {name}
                  </option>
                ))}
              </Select>
            ) : (
              <Field
                enterKeyHint="next"
                name="province"
                label={t('province.other')}
                value={province}
                maxLength={80}
                error={error('province')}
                autoComplete="address-level1"
                required
                onChange={({ target }) => {
                  setProvince(target.value);
                  setCountry(country);
                }}
              />
            )}
            <Field
              enterKeyHint="next"
              name="location"
              label={t('location')}
              defaultValue={entry?.location ?? ''}
              list="localities"
              maxLength={80}
              error={error('location')}
              autoComplete="address-level2"
              required
            />
            <datalist id="localities">
              {localities.map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
            <Field
              enterKeyHint="next"
              name="postcode"
              label={t('postcode')}
              hint={hint}
              defaultValue={entry?.postcode ?? ''}
              maxLength={10}
              error={error('postcode')}
              autoComplete="postal-code"
              required={isAddressCountry(country)}
            />
            <Field
              enterKeyHint="next"
              name="street"
              label={t('street')}
              defaultValue={entry?.street ?? ''}
              maxLength={120}
              error={error('street')}
              autoComplete="address-line1"
              required
            />
            <Field
              enterKeyHint="next"
              name="number"
              label={t('number')}
              defaultValue={entry?.number ?? ''}
              maxLength={10}
              error={error('number')}
              required
            />
            <Field
              enterKeyHint="next"
              name="floor"
              label={t('floor')}
              defaultValue={entry?.floor ?? ''}
              maxLength={10}
              error={error('floor')}
            />
            <Field
              enterKeyHint="next"
              name="department"
              label={t('department')}
              defaultValue={entry?.department ?? ''}
              maxLength={10}
              error={error('department')}
            />
            <Field
              enterKeyHint="done"
              name="reference"
              label={t('reference')}
              hint={t('reference.hint')}
              defaultValue={entry?.reference ?? ''}
              maxLength={120}
              error={error('reference')}
            />
          </FieldGrid>
        );
      }}
    </EntryForm>
  );
}

function valuesOf(form: FormData): Omit<NewAddress, 'preferred'> {
  const text = (name: string) => typedText(String(form.get(name) ?? ''));
  return {
    type: text('type') as Address['type'],
    country: text('country'),
    province: text('province'),
    location: text('location'),
    postcode: text('postcode'),
    street: text('street'),
    number: text('number'),
    floor: text('floor'),
    department: text('department'),
    reference: text('reference'),
  };
}

type ProblemKey = Extract<keyof typeof accountTexts, `${AddressField}.${string}` | `field.${string}`>;

/** The field's own text for the reason, if it has one. */
function problemKey(field: AddressField, reason: string): ProblemKey {
  const own = `${field}.${reason}`;
  if (own in accountTexts) return own as ProblemKey;
  return reason === 'missing' || reason === 'too_long' ? `field.${reason}` : 'field.invalid';
}

const load: Readonly<Record<AddressCountry, () => Promise<{ readonly default: Readonly<Record<string, readonly string[]>> }>>> = {
  ar: () => import('./localities/ar.json'),
  py: () => import('./localities/py.json'),
  mx: () => import('./localities/mx.json'),
};

/** Names that are offered for the locality, never required (localities/README.md names their source). */
function useLocalities(country: string, province: string): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    setNames([]);
    if (!province || !isAddressCountry(country)) return;
    let current = true;
    // Without the list the field is a plain one.
    void load[country]().then(
      (file) => current && setNames(file.default[province] ?? []),
      () => {},
    );
    return () => {
      current = false;
    };
  }, [country, province]);
  return names;
}
