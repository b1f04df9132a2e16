import type { PerformanceDetail } from '@butaca/contract';
import { useMoney } from '../../frame/use-frame.ts';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { landingTexts } from '../landing/texts.ts';
import styles from './SectorPrices.module.css';

/** Every sector with its places and the final price of each price type. */
export function SectorPrices({ performance: { sectors, priceLevels } }: { performance: PerformanceDetail }) {
  const { t } = useTranslation(landingTexts);
  const money = useMoney();
  return (
    <ul className={styles.sectors}>
      {sectors.map((sector) => (
        <li key={sector.id} className={styles.sector}>
          <header className={styles.header}>
            <h3>{sector.name}</h3>
            <p>
              {t(`performance.kind.${sector.kind}`)} · {t('performance.capacity', { count: sector.capacity })}
            </p>
          </header>
          {priceLevels
            .filter(({ id }) => sector.priceLevelIds.includes(id))
            .map((level) => (
              <table key={level.id} className={styles.prices}>
                {sector.priceLevelIds.length > 1 && <caption>{level.name}</caption>}
                <thead>
                  <tr>
                    <th scope="col">{t('performance.type')}</th>
                    <th scope="col">{t('performance.net')}</th>
                    <th scope="col">{t('performance.final')}</th>
                  </tr>
                </thead>
                <tbody>
                  {level.prices.map((price) => (
                    <tr key={price.priceTypeId}>
                      <th scope="row">{price.name}</th>
                      <td>{money(price.net)}</td>
                      <td className={styles.final}>{money(price.final)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            ))}
        </li>
      ))}
    </ul>
  );
}
