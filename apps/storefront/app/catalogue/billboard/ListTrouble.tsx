import { Button } from '@butaca/ui/components/Button.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { catalogueTexts } from '../texts.ts';

/** The shows behind the first ones did not come. */
export function ListTrouble({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation(catalogueTexts);
  return (
    <Notice
      kind="error"
      title={t('billboard.rest failed')}
      actions={
        <Button small kind="secondary" onClick={onRetry}>
          {t('billboard.retry')}
        </Button>
      }
    />
  );
}
