import { Button } from '@butaca/ui/components/Button.tsx';
import { Dialog } from '@butaca/ui/components/Dialog.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import styles from './Offer.module.css';
import { offerTexts } from './texts.ts';
import type { Answer } from './use-offer-answer.ts';

interface OfferAnswersProps {
  /** Of places offered. */
  readonly count: number;
  /** That would go back. */
  readonly amount: string;
  /** On its way. */
  readonly answering: Answer | null;
  readonly failed: boolean;
  readonly onAnswer: (answer: Answer) => void;
}

/** Takes the places, or the money back after one confirmation, because that cannot be undone. */
export function OfferAnswers({ count, amount, answering, failed, onAnswer }: OfferAnswersProps) {
  const { t } = useTranslation(offerTexts);
  const [asking, setAsking] = useState(false);
  const decline = () => {
    setAsking(false);
    onAnswer('decline');
  };
  return (
    <>
      {failed && (
        <Notice kind="error" message="failed">
          {t('failed')}
        </Notice>
      )}
      <div className={styles.ways}>
        <Button busy={answering === 'accept'} disabled={answering === 'decline'} onClick={() => onAnswer('accept')}>
          {t('accept', { count })}
        </Button>
        <Button kind="secondary" busy={answering === 'decline'} disabled={answering === 'accept'} onClick={() => setAsking(true)}>
          {t('decline')}
        </Button>
      </div>
      <p className="visually-hidden" role="status">
        {answering && t('working')}
      </p>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('sure.title')}
        closeLabel={t('sure.no')}
        actions={
          <>
            <Button kind="secondary" onClick={() => setAsking(false)}>
              {t('sure.no')}
            </Button>
            <Button onClick={decline}>{t('sure.yes')}</Button>
          </>
        }
      >
        <p>{t('sure.text', { amount })}</p>
      </Dialog>
    </>
  );
}
