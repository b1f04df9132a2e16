import type { Availability, PerformanceDetail, QuantityRequest } from '@butaca/contract';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Select } from '@butaca/ui/components/Field.tsx';
import { RadioGroup } from '@butaca/ui/components/RadioGroup.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useState } from 'react';
import { useMoney } from '../../frame/use-frame.ts';
import seatTexts from '../../i18n/es/seats.json';
import { Quantity } from '../seat-map/Quantity.tsx';
import styles from './Seats.module.css';

interface BestPlacesProps {
  readonly performance: PerformanceDetail;
  readonly availability: Availability | null;
  /** Places that the purchase may still take. */
  readonly most: number;
  readonly busy: boolean;
  readonly onTake: (wanted: QuantityRequest) => void;
}

const USUAL_QUANTITY = 2;

/** Takes a number of the best free places of a price level; also how places without numbers are bought. */
export function BestPlaces({ performance: { priceLevels, sectors }, availability, most, busy, onTake }: BestPlacesProps) {
  const { t } = useTranslation(seatTexts);
  const money = useMoney();
  const [wanted, setWanted] = useState(USUAL_QUANTITY);
  const [levelId, setLevelId] = useState(priceLevels[0]?.id);
  const [sectorId, setSectorId] = useState<number | undefined>();
  const quantity = Math.max(1, Math.min(wanted, most));

  const freeIn = (id: number) => availability?.sectors.find((sector) => sector.sectorId === id)?.free;
  const sectorsOf = (level: number | undefined) =>
    sectors.filter(({ priceLevelIds }) => level !== undefined && priceLevelIds.includes(level));
  const freeOf = (level: number) => sectorsOf(level).reduce((sum, { id }) => sum + (freeIn(id) ?? 0), 0);
  const offered = sectorsOf(levelId);
  const chosenSector = offered.some(({ id }) => id === sectorId) ? sectorId : undefined;
  const numbered = offered.some(({ kind }) => kind === 'seated');

  return (
    <form
      className={styles.best}
      aria-labelledby="best-places"
      onSubmit={(event) => {
        event.preventDefault();
        onTake({
          quantity,
          ...(levelId !== undefined && { priceLevelId: levelId }),
          ...(chosenSector !== undefined && { sectorId: chosenSector }),
        });
      }}
    >
      <h2 id="best-places">{t('best.title')}</h2>
      <p>{t('best.text')}</p>
      <Quantity
        label={t('best.quantity')}
        fewer={t('best.fewer')}
        more={t('best.more')}
        value={quantity}
        most={Math.max(1, most)}
        onChange={setWanted}
      />
      <RadioGroup
        name="level"
        legend={t('best.level')}
        options={priceLevels.map(({ id, name, prices }) => ({
          value: id,
          title: name,
          aside: prices.length > 0 && t('best.price', { price: money(Math.min(...prices.map(({ final }) => final))) }),
          text: availability && (freeOf(id) === 0 ? t('best.none') : t('best.free', { count: freeOf(id) })),
        }))}
        chosen={levelId}
        onChoose={setLevelId}
      />
      {offered.length > 1 && (
        <Select
          label={t('best.sector')}
          value={chosenSector ?? ''}
          onChange={(event) => setSectorId(event.target.value ? Number(event.target.value) : undefined)}
        >
          <option value="">{t('best.sector.any')}</option>
          {offered.map(({ id, name }) => {
            const free = freeIn(id);
            return (
              <option key={id} value={id} disabled={free === 0}>
                {free === undefined ? name : `${name} · ${free === 0 ? t('best.none') : t('best.free', { count: free })}`}
              </option>
            );
          })}
        </Select>
      )}
      <p className={styles.limit}>{t('limit', { count: most })}</p>
      <Button type="submit" busy={busy} disabled={most === 0 || (levelId !== undefined && availability !== null && freeOf(levelId) === 0)}>
        {numbered ? t('best.submit') : t('best.submit.open')}
      </Button>
    </form>
  );
}
