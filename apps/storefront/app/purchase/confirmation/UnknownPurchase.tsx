import { LinkButton } from '@butaca/ui/components/Button.tsx';
import { Link } from 'react-router';
import { Statement } from '../../frame/Statement.tsx';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { pathTo } from '../../paths.ts';
import { paymentTexts } from '../result/texts.ts';

/** No purchase is known, or it is nobody's that is logged in here; `problem` when a payment page sent the buyer back with one (ER-014). */
export function UnknownPurchase({ problem }: { problem: boolean }) {
  const { t } = useTranslation(paymentTexts);
  return (
    <Statement title={t(problem ? 'there was a problem making the payment' : 'unknown-purchase.title')} text={t('unknown-purchase.text')}>
      <LinkButton as={Link} to={pathTo('myOrders', {})}>
        {t('my orders')}
      </LinkButton>
    </Statement>
  );
}
