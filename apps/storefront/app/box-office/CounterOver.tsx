import { LinkButton } from '@butaca/ui/components/Button.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { Statement } from '../frame/Statement.tsx';
import boxOfficeTexts from '../i18n/es/box-office.json';
import { pathTo } from '../paths.ts';
import { purchaseClock } from '../purchase/clock/purchase-clock.ts';

/** The sale expired, was cancelled by a newer one, or belongs to another box office. */
export function CounterOver({ stage }: { stage: 'expired' | 'cancelled' | undefined }) {
  const { t } = useTranslation(boxOfficeTexts);
  const reason = stage ?? 'unknown';
  return (
    <Statement title={t(`over.${reason}.title`)} text={t(`over.${reason}.text`)}>
      <NewSale />
    </Statement>
  );
}

interface NewSaleProps extends Pick<ComponentProps<typeof LinkButton<typeof Link>>, 'kind' | 'small' | 'wide' | 'ref' | 'className'> {
  /** The unpaid sale that stands beside the button and is given up with it. */
  readonly instead?: string;
}

/** On to the next customer. An unpaid sale that is not seen here is left as it is, and released when another sale claims its places (C-09). */
export function NewSale({ instead, ...look }: NewSaleProps) {
  const { t } = useTranslation(boxOfficeTexts);
  return (
    <LinkButton
      as={Link}
      {...look}
      aria-keyshortcuts="F2"
      to={pathTo('BuyTicketBox', {})}
      onClick={() => void (instead === undefined ? purchaseClock.resetBox() : purchaseClock.giveUpBox(instead))}
    >
      {t('new-sale')}
    </LinkButton>
  );
}
