import type { PerformanceDetail, Sector } from '@butaca/contract';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { Fragment, type ReactNode } from 'react';
import { useFrame, useMoney } from '../../frame/use-frame.ts';
import landingTexts from '../../i18n/es/landing.json';
import { sectorAnchor } from '../../purchase/seats/sector-anchor.ts';
import styles from './SectorPrices.module.css';

/** Up to this many sector names make the group's title; a larger group has its price levels as title, if it has prices, and a list of names. */
const MOST_NAMES = 3;

/** Every sector with its places and the final price of each price type; sectors with equal prices share one table. */
export function SectorPrices({ performance: { sectors, priceLevels } }: { performance: PerformanceDetail }) {
  const { t } = useTranslation(landingTexts);
  const money = useMoney();
  const { netPrices } = useFrame().brand.flags;
  return (
    <ul className={styles.sectors}>
      {withEqualPrices(sectors).map((group) => (
        <li key={group.key} className={styles.sector}>
          <header className={styles.header}>
            <h3>{isLong(group) ? levelsOf(group) : namesOf(group)}</h3>
            <p>
              {isLong(group) && `${t('performance.sectors.count', { count: group.sectors.length })} · `}
              {t(`performance.kind.${group.kind}`)} · {t('performance.capacity', { count: group.capacity })}
            </p>
          </header>
          {isLong(group) && (
            <ul className={styles.names}>
              {group.sectors.map(({ id, name }) => (
                <li key={id} id={sectorAnchor(id)}>
                  {name}
                </li>
              ))}
            </ul>
          )}
          {priceLevels
            .filter(({ id }) => group.priceLevelIds.includes(id))
            .map((level) => (
              <table key={level.id} className={styles.prices}>
                {group.priceLevelIds.length > 1 && <caption>{level.name}</caption>}
                <thead>
                  <tr>
                    <th scope="col">{t('performance.type')}</th>
                    {netPrices && <th scope="col">{t('performance.net')}</th>}
                    <th scope="col">{t('performance.final')}</th>
                  </tr>
                </thead>
                <tbody>
                  {level.prices.map((price) => (
                    <tr key={price.priceTypeId}>
                      <th scope="row">{price.name}</th>
                      {netPrices && <td data-column={t('performance.net')}>{money(price.net)}</td>}
                      <td className={styles.final} data-column={t('performance.final')}>
                        {money(price.final)}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            ))}
        </li>
      ))}
    </ul>
  );

  function isLong(group: SectorGroup): boolean {
    return group.sectors.length > MOST_NAMES && levelsOf(group) !== '';
  }

  function levelsOf({ priceLevelIds }: SectorGroup): string {
    return priceLevels
      .filter(({ id }) => priceLevelIds.includes(id))
      .map(({ name }) => name)
      .join(', ');
  }
}

const namesOf = ({ sectors }: SectorGroup): ReactNode =>
  sectors.map(({ id, name }, index) => (
    <Fragment key={id}>
      {index > 0 && ', '}
      <span id={sectorAnchor(id)}>{name}</span>
    </Fragment>
  ));

/** Sectors with equal prices. */
interface SectorGroup {
  readonly key: string;
  readonly kind: Sector['kind'];
  readonly priceLevelIds: readonly number[];
  readonly capacity: number;
  readonly sectors: readonly Sector[];
}

/** In the order of their first sectors. */
export function withEqualPrices(sectors: readonly Sector[]): SectorGroup[] {
  const groups = new Map<string, SectorGroup>();
  for (const sector of sectors) {
    const key = `${sector.kind} ${sector.priceLevelIds}`;
    const { capacity = 0, sectors: others = [] } = groups.get(key) ?? {};
    const { kind, priceLevelIds } = sector;
    groups.set(key, { key, kind, priceLevelIds, capacity: capacity + sector.capacity, sectors: [...others, sector] });
  }
  return [...groups.values()];
}
