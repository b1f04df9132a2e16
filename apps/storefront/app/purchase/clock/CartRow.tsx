import type { Purchase, PurchasePerformance } from '@butaca/contract';
import { Button, LinkButton } from '@butaca/ui/components/Button.tsx';
import { Poster } from '@butaca/ui/components/Poster.tsx';
import { Link } from 'react-router';
import { imageOf } from '../../catalogue/card.ts';
import { useCalendarWords } from '../../catalogue/when.ts';
import { useMoney } from '../../frame/use-frame.ts';
import { useTranslation } from '../../i18n/use-translation.tsx';
import styles from './CartMenu.module.css';
import { addMorePath, cartDate, wordingOf } from './cart.ts';
import { UnitsIcon } from './icons.tsx';
import { clockTexts } from './texts.ts';

interface CartRowProps {
  readonly performance: PurchasePerformance;
  readonly purchase: Pick<Purchase, 'type'>;
  readonly removing: boolean;
  readonly onAddMore: () => void;
  /** Absent where nothing may be taken out. */
  readonly onRemove?: () => void;
}

/** One performance of the cart (CM-003..CM-008). */
export function CartRow({ performance, purchase, removing, onAddMore, onRemove }: CartRowProps) {
  const { t } = useTranslation(clockTexts);
  const money = useMoney();
  const words = useCalendarWords();
  const { show, date, placeCount, total } = performance;
  const wording = wordingOf(performance);
  const when = date ? cartDate(date, words) : '';
  const name = show?.name ?? '';

  return (
    <li className={styles.row}>
      <Poster image={imageOf(show?.images ?? [], 'featured')} ratio="16 / 9" sizes="5rem" decorative className={styles.image ?? ''} />
      <div className={styles.facts}>
        <h3 className={styles.name}>{name}</h3>
        <p>{when}</p>
        <p>{show?.venueName}</p>
        <p className={styles.quantity}>
          {wording === 'units' && <UnitsIcon />}
          {t(wording, { count: placeCount })}
          {total !== undefined && <strong className={styles.total}>{money(total)}</strong>}
        </p>
        <div className={styles.ways}>
          <LinkButton
            as={Link}
            kind="secondary"
            small
            to={addMorePath(performance, purchase)}
            onClick={onAddMore}
            aria-label={t('add-more-named', { show: name, when })}
          >
            {t('add-more')}
          </LinkButton>
          {onRemove && (
            <Button kind="quiet" small busy={removing} onClick={onRemove} aria-label={t('remove-named', { show: name, when })}>
              {t('remove')}
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}
