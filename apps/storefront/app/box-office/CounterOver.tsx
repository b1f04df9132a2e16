import { Statement } from '../frame/Statement.tsx';
import { useTranslation } from '../i18n/use-translation.tsx';
import { NewSale } from './NewSale.tsx';
import { boxOfficeTexts } from './texts.ts';

/** The sale ran out of time, gave way to a newer one, or is none of this counter's. */
export function CounterOver({ stage }: { stage: 'expired' | 'cancelled' | undefined }) {
  const { t } = useTranslation(boxOfficeTexts);
  const reason = stage ?? 'unknown';
  return (
    <Statement title={t(`over.${reason}.title`)} text={t(`over.${reason}.text`)}>
      <NewSale />
    </Statement>
  );
}
