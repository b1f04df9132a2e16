import type { Address } from '@butaca/contract/account';
import { addressBounds } from '@butaca/contract/rules/address';
import { typedText } from '@butaca/contract/rules/typed';
import { Dialog } from '@butaca/ui/components/Dialog.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useState } from 'react';
import type { AccountProblem, FieldRefusal } from '../../account/account-outcome.ts';
import { AddressForm, type NewAddress as Typed } from '../../account/addresses/AddressForm.tsx';
import { saveNewAddress } from '../../account/addresses/save-address.ts';
import { forgetForm, nameOfKeptForm } from '../../account/kept-form.ts';
import accountTexts from '../../i18n/es/account.json';

const FORM = 'delivery-address';

/** Whether this page was reloaded while an address was typed. */
export const wasTypingAddress = (): boolean => nameOfKeptForm() === FORM;

const NAMING = ['street', 'number', 'floor', 'department', 'location', 'postcode'] as const;
const isSame = (one: Typed, other: Typed): boolean => NAMING.every((part) => typedText(one[part] ?? '') === typedText(other[part] ?? ''));

interface NewAddressProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** The account's addresses with the new one, and which one that is. */
  readonly onAdded: (addresses: readonly Address[], added: Address) => void;
  readonly known: readonly Address[];
  readonly onLogIn: () => void;
}

/** The address that tickets are brought to, typed on the page where it is chosen: the purchase and its time stay as they are. */
export function NewAddress({ open, onClose, onAdded, known, onLogIn }: NewAddressProps) {
  const { t } = useTranslation(accountTexts);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<readonly FieldRefusal[]>([]);
  const [problem, setProblem] = useState<AccountProblem | null>(null);

  const close = () => {
    forgetForm();
    setRefused([]);
    setProblem(null);
    onClose();
  };

  const save = async (values: Typed) => {
    setBusy(true);
    setRefused([]);
    setProblem(null);
    const outcome = await saveNewAddress(values);
    setBusy(false);
    if (outcome.status === 'log-in') return onLogIn();
    if (outcome.status === 'fields') return setRefused(outcome.fields);
    if (outcome.status === 'problem') return setProblem(outcome.problem);
    // Others may have been added elsewhere, or could not be read when the page was opened.
    const unknown = outcome.data.filter(({ id }) => known.every((each) => each.id !== id));
    const added = unknown.length === 1 ? unknown[0] : unknown.find((each) => isSame(each, values));
    close();
    if (added) onAdded(outcome.data, added);
  };

  return (
    <Dialog open={open} onClose={close} title={t('address.new')} closeLabel={t('close')} insistent>
      {problem && (
        <Notice kind="error">{t(problem === 'full' ? 'address.full' : `problem.${problem}`, { most: addressBounds.mostEntries })}</Notice>
      )}
      {open && (
        <AddressForm
          name={FORM}
          entry={null}
          busy={busy}
          refused={refused}
          isKeptTyped
          onSave={(values) => void save(values)}
          onCancel={close}
        />
      )}
    </Dialog>
  );
}
