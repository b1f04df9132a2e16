import type { HeldPlace } from '@butaca/contract';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Dialog } from '@butaca/ui/components/Dialog.tsx';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import styles from './Buy.module.css';
import { placeName } from './summary/place-name.ts';
import { buyTexts } from './texts.ts';

/** Gives a place back after asking once: somebody else can have it the next moment. */
export function RemovePlace({ place, disabled, onRemove }: { place: HeldPlace; disabled: boolean; onRemove: () => void }) {
  const { t } = useTranslation(buyTexts);
  const [asking, setAsking] = useState(false);
  const name = placeName(place, t);
  const remove = () => {
    setAsking(false);
    onRemove();
  };
  return (
    <>
      <button
        type="button"
        className={styles.remove}
        disabled={disabled}
        aria-label={t('remove.long', { place: name })}
        onClick={() => setAsking(true)}
      >
        {t('remove')}
      </button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('remove.title', { place: name })}
        closeLabel={t('remove.keep')}
        actions={
          <>
            <Button kind="secondary" onClick={() => setAsking(false)}>
              {t('remove.keep')}
            </Button>
            <Button onClick={remove}>{t('remove')}</Button>
          </>
        }
      >
        <p>{t('remove.text')}</p>
      </Dialog>
    </>
  );
}
