import type { Address } from '@butaca/contract/account';
import { provinceName } from '@butaca/contract/rules/address';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { loadClient } from '../../calls/load-client.ts';
import { countryName } from '../../countries/country-name.ts';
import { useFrame } from '../../frame/use-frame.ts';
import accountTexts from '../../i18n/es/account.json';
import { AccountPage } from '../AccountPage.tsx';
import { AccountShell } from '../AccountShell.tsx';
import { accountOutcome } from '../account-outcome.ts';
import styles from '../EntryList.module.css';
import { EntryList } from '../EntryList.tsx';
import { readAccount } from '../read-account.ts';
import type { Route } from './+types/route';
import { AddressForm, type NewAddress } from './AddressForm.tsx';
import { addressesIn, saveNewAddress } from './save-address.ts';

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => (await readAccount(request))?.addresses ?? null;

export function HydrateFallback() {
  const { t } = useTranslation(accountTexts);
  return <AccountShell title={t('address.title')} />;
}

/** the addresses of the account. */
export default function MyAddress({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation(accountTexts);
  return (
    <AccountPage title={t('address.title')}>
      <EntryList
        kind="address"
        entries={loaderData}
        nameOf={({ street, number }) => `${street} ${number}`}
        show={(address) => <AddressLines address={address} />}
        form={(given) => <AddressForm key={given.entry?.id ?? 'new'} {...given} />}
        save={saveAddress}
        prefer={({ id, ...address }) => changeTo(id, { ...address, preferred: true })}
        remove={remove}
      />
    </AccountPage>
  );
}

function AddressLines({ address }: { address: Address }) {
  const { t } = useTranslation(accountTexts);
  const { language } = useFrame().brand.locale;
  const { type, street, number, floor, department, location, province, postcode, country, reference } = address;
  const inside = [floor && t('floor.short', { floor }), department && t('department.short', { department })].filter(Boolean).join(', ');
  return (
    <>
      <p className={styles.kind}>{t(`addressType.${type}`)}</p>
      <p className={styles.strong}>
        {street} {number}
        {inside && `, ${inside}`}
      </p>
      <p>{[location, provinceName(country, province), postcode, countryName(country, language)].filter(Boolean).join(' · ')}</p>
      {reference && <p className={styles.soft}>{t('reference.is', { reference })}</p>}
    </>
  );
}

async function saveAddress(address: Address | null, values: NewAddress) {
  if (address) return changeTo(address.id, values);
  return saveNewAddress(values);
}

async function changeTo(id: string, values: NewAddress) {
  const { changeAddress } = await import('@butaca/contract/account');
  return addressesIn(accountOutcome(await (await loadClient()).call(changeAddress, { params: { id }, body: values })));
}

async function remove({ id }: Address) {
  const { removeAddress } = await import('@butaca/contract/account');
  return addressesIn(accountOutcome(await (await loadClient()).call(removeAddress, { params: { id } })));
}
