import type { PerformanceDetail } from '@butaca/contract';
import { useMoney } from '../../frame/use-frame.ts';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { landingTexts } from '../landing/texts.ts';
import styles from './SectorPrices.module.css';
import { type SectorGroup, withEqualPrices } from './sector-groups.ts';

/** So many names of sectors are read; more of them are a number. */
const MOST_NAMES = 3;

/** Every sector with its places and the final price of each price type; sectors with equal prices share one table. */
export function SectorPrices({ performance: { sectors, priceLevels } }: { performance: PerformanceDetail }) {
  const { t } = useTranslation(landingTexts);
  const money = useMoney();
  return (
    <ul className={styles.sectors}>
      {withEqualPrices(sectors).map((group) => (
        <li key={group.key} className={styles.sector}>
          <header className={styles.header}>
            <h3>{nameOf(group)}</h3>
            <p>
              {group.sectors.length > MOST_NAMES && `${t('performance.sectors.count', { count: group.sectors.length })} · `}
              {t(`performance.kind.${group.kind}`)} · {t('performance.capacity', { count: group.capacity })}
            </p>
          </header>
          {priceLevels
            .filter(({ id }) => group.priceLevelIds.includes(id))
            .map((level) => (
              <table key={level.id} className={styles.prices}>
                {group.priceLevelIds.length > 1 && <caption>{level.name}</caption>}
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

  function nameOf({ sectors: some, priceLevelIds }: SectorGroup): string {
    if (some.length <= MOST_NAMES) return some.map(({ name }) => name).join(', ');
    return priceLevels
      .filter(({ id }) => priceLevelIds.includes(id))
      .map(({ name }) => name)
      .join(', ');
  }
}
