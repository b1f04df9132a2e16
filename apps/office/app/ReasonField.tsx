import { typedText } from '@butaca/contract/rules/typed';
import { Field } from '@butaca/ui/components/Field.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import officeTexts from './i18n/es/office.json';

interface ReasonFieldProps {
  readonly value: string;
  /** Whether it was sent once: a missing one says so. */
  readonly tried: boolean;
  readonly onType: (value: string) => void;
}

/** Why something is done by hand; it stands in the staff's log. */
export function ReasonField({ value, tried, onType }: ReasonFieldProps) {
  const { t } = useTranslation(officeTexts);
  return (
    <Field
      name="reason"
      label={t('orders.reason')}
      hint={t('orders.reason.hint')}
      value={value}
      maxLength={300}
      required
      autoComplete="off"
      error={tried && typedText(value) === '' && t('orders.reason.missing')}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
    />
  );
}
