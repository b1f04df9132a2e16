import { Button } from '@butaca/ui/components/Button.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useNavigate } from 'react-router';
import accountTexts from '../i18n/es/account.json';

/** In place of what could not be read, with a retry. */
export function ReadFailed({ title }: { title: string }) {
  const { t } = useTranslation(accountTexts);
  const navigate = useNavigate();
  return (
    <Notice
      kind="error"
      title={title}
      actions={
        <Button kind="secondary" onClick={() => void navigate(0)}>
          {t('retry')}
        </Button>
      }
    >
      {t('failed.text')}
    </Notice>
  );
}
