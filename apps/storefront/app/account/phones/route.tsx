import type { Phone } from '@butaca/contract/account';
import { phoneProblem } from '@butaca/contract/rules/person';
import { typedIdentifier } from '@butaca/contract/rules/typed';
import { Field, FieldGrid, Select } from '@butaca/ui/components/Field.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { loadClient } from '../../calls/load-client.ts';
import accountTexts from '../../i18n/es/account.json';
import { AccountPage } from '../AccountPage.tsx';
import { AccountShell } from '../AccountShell.tsx';
import { accountOutcome } from '../account-outcome.ts';
import { EntryForm } from '../EntryForm.tsx';
import styles from '../EntryList.module.css';
import { EntryList, type FormProps } from '../EntryList.tsx';
import { readAccount } from '../read-account.ts';
import type { Route } from './+types/route';

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => (await readAccount(request))?.phones ?? null;

export function HydrateFallback() {
  const { t } = useTranslation(accountTexts);
  return <AccountShell title={t('phone.title')} />;
}

/** the phones of the account. */
export default function MyPhone({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation(accountTexts);
  return (
    <AccountPage title={t('phone.title')}>
      <EntryList
        kind="phone"
        entries={loaderData}
        nameOf={({ written }) => written}
        show={({ type, written }) => (
          <>
            <p className={styles.kind}>{t(`phoneType.${type}`)}</p>
            <p className={styles.strong}>{written}</p>
          </>
        )}
        form={(given) => <PhoneForm key={given.entry?.id ?? 'new'} {...given} />}
        save={savePhone}
        prefer={({ id, type, written }) => changeTo(id, { type, number: written, preferred: true })}
        remove={remove}
      />
    </AccountPage>
  );
}

/** In the order of the list (OP-015). */
const phoneTypes = ['mobile', 'permanent'] as const;
const fieldsByWireName = new Map([['cNumero', 'number'] as const]);

function PhoneForm({ entry, onSave, ...given }: FormProps<Phone, NewPhone>) {
  const { t } = useTranslation(accountTexts);
  return (
    <EntryForm
      {...given}
      label={t(entry ? 'phone.change' : 'phone.new')}
      fieldsByWireName={fieldsByWireName}
      order={['number']}
      check={(form) => {
        const reason = phoneProblem(String(form.get('number') ?? ''));
        return reason ? { number: reason } : {};
      }}
      isPreferred={entry?.preferred ?? false}
      onSave={(form) =>
        onSave({
          type: String(form.get('type')) as Phone['type'],
          number: typedIdentifier(String(form.get('number'))),
          preferred: form.get('preferred') === 'yes' || (entry?.preferred ?? false),
        })
      }
    >
      {(problems) => (
        <FieldGrid>
          <Select name="type" label={t('phoneType')} defaultValue={entry?.type ?? 'mobile'}>
            {phoneTypes.map((type) => (
              <option key={type} value={type}>
                {t(`phoneType.${type}`)}
              </option>
            ))}
          </Select>
          <Field
            enterKeyHint="done"
            name="number"
            type="tel"
            label={t('phoneNumber')}
            hint={t('phoneNumber.hint')}
            defaultValue={entry?.written ?? ''}
            maxLength={40}
            error={problems.number && t(problemKey(problems.number))}
            autoComplete="tel"
            required
          />
        </FieldGrid>
      )}
    </EntryForm>
  );
}

const problemKey = (reason: string) =>
  reason === 'missing'
    ? 'field.missing'
    : reason === 'no_area_code' || reason === 'too_short' || reason === 'too_long'
      ? (`phoneNumber.${reason}` as const)
      : 'phoneNumber.invalid';

type NewPhone = Omit<Phone, 'id' | 'written'>;

async function savePhone(phone: Phone | null, values: NewPhone) {
  if (phone) return changeTo(phone.id, values);
  const { addPhone } = await import('@butaca/contract/account');
  return phonesIn(accountOutcome(await (await loadClient()).call(addPhone, { body: values })));
}

async function changeTo(id: string, values: NewPhone) {
  const { changePhone } = await import('@butaca/contract/account');
  return phonesIn(accountOutcome(await (await loadClient()).call(changePhone, { params: { id }, body: values })));
}

async function remove({ id }: Phone) {
  const { removePhone } = await import('@butaca/contract/account');
  return phonesIn(accountOutcome(await (await loadClient()).call(removePhone, { params: { id } })));
}

const phonesIn = (outcome: ReturnType<typeof accountOutcome<{ readonly phones: Phone[] }>>) =>
  outcome.status === 'done' ? { ...outcome, data: outcome.data.phones } : outcome;
