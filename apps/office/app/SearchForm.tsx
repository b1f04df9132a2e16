import { readOrderNumber } from '@butaca/contract/rules/order-number';
import { typedText } from '@butaca/contract/rules/typed';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Field } from '@butaca/ui/components/Field.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type SubmitEvent, useState } from 'react';
import officeTexts from './i18n/es/office.json';
import styles from './orders/Orders.module.css';

interface SearchFormProps {
  readonly label: string;
  readonly hint: string;
  readonly maxLength: number;
  readonly busy: boolean;
  readonly onSearch: (wanted: string) => void;
  readonly onMistyped?: () => void;
}

/** Looks for an order, or what is of one. A number that was heard or typed wrong is said so, instead of finding nothing. */
export function SearchForm({ label, hint, maxLength, busy, onSearch, onMistyped }: SearchFormProps) {
  const { t } = useTranslation(officeTexts);
  const [mistyped, setMistyped] = useState(false);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = typedText(String(new FormData(event.currentTarget).get('search') ?? ''));
    const isMistyped = readOrderNumber(wanted) === 'mistyped';
    setMistyped(isMistyped);
    if (isMistyped) onMistyped?.();
    else onSearch(wanted);
  };
  return (
    <search>
      <form className={styles.search} onSubmit={submit}>
        <Field
          label={label}
          hint={hint}
          error={mistyped && t('orders.search.mistyped')}
          name="search"
          type="search"
          autoComplete="off"
          maxLength={maxLength}
        />
        <Button type="submit" busy={busy}>
          {t('orders.find')}
        </Button>
      </form>
    </search>
  );
}
