import type { Purchase, PurchasePerformance } from '@butaca/contract';
import { LinkButton } from '@butaca/ui/components/Button.tsx';
import { Link } from 'react-router';
import { Statement } from '../../frame/Statement.tsx';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { pathTo } from '../../paths.ts';
import { buyTexts } from './texts.ts';

interface PurchaseOverProps {
  readonly purchase: Purchase;
  /** Where other places can be chosen. */
  readonly performance: PurchasePerformance | undefined;
}

/** The purchase ran out of time, was cancelled, or has no place left: what happened, and the way to choose again. */
export function PurchaseOver({ purchase, performance }: PurchaseOverProps) {
  const { t } = useTranslation(buyTexts);
  const reason = purchase.stage === 'expired' ? 'expired' : purchase.stage === 'cancelled' ? 'cancelled' : 'empty';
  return (
    <Statement title={t(`over.${reason}.title`)} text={t(`over.${reason}.text`)}>
      {performance && (
        <LinkButton as={Link} to={pathTo('funcion', {}, { performance: performance.id, hash: performance.hash })}>
          {t('over.again')}
        </LinkButton>
      )}
    </Statement>
  );
}
