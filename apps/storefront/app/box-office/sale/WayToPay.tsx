import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import boxOfficeTexts from '../../i18n/es/box-office.json';
import styles from './Cash.module.css';

type Way = 'cash' | 'terminal';

const ways = [
  { way: 'cash', key: 'F6' },
  { way: 'terminal', key: 'F7' },
] as const;

/** Cash, or the card terminal beside the counter. */
export function WayToPay({ way: chosen, onWay }: { way: Way; onWay: (way: Way) => void }) {
  const { t } = useTranslation(boxOfficeTexts);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset lets no grid around it align what it holds
    <div className={styles.ways} role="group" aria-label={t('way')}>
      {ways.map(({ way, key }) => (
        <button
          key={way}
          type="button"
          className={styles.tender}
          aria-pressed={way === chosen}
          aria-keyshortcuts={key}
          onClick={() => onWay(way)}
        >
          {t(`way.${way}`)}
        </button>
      ))}
    </div>
  );
}
