import type { Availability, PerformanceDetail, PlacesRule, QuantityRequest, Sector } from '@butaca/contract';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Select } from '@butaca/ui/components/Field.tsx';
import { RadioGroup } from '@butaca/ui/components/RadioGroup.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useState } from 'react';
import { useMoney } from '../../frame/use-frame.ts';
import limitTexts from '../../i18n/es/limits.json';
import seatTexts from '../../i18n/es/seats.json';
import { limitText } from '../limits.ts';
import { Quantity, TypedQuantity } from '../seat-map/Quantity.tsx';
import styles from './Seats.module.css';

interface BestPlacesProps {
  readonly performance: PerformanceDetail;
  readonly availability: Availability | null;
  /** Free places of a level, in one sector or in all; undefined where that is not known. Absent without a map. */
  readonly freeOfLevel?: (levelId: number, sectorId?: number) => number | undefined;
  /** Places that the purchase may still take, and the limit that says so. */
  readonly room: number;
  readonly limit: PlacesRule;
  readonly busy: boolean;
  /** At a counter digits set the quantity, and F4 takes. */
  readonly typed: boolean;
  readonly onTake: (wanted: QuantityRequest) => void;
}

const USUAL_QUANTITY = 2;
const NO_TEXT = '\u00a0';

/** Takes a number of the best free places of a price level; also how places without numbers are bought. */
export function BestPlaces({ performance, availability, freeOfLevel, room, limit, busy, typed, onTake }: BestPlacesProps) {
  const { t } = useTranslation(seatTexts);
  const money = useMoney();
  const [wanted, setWanted] = useState(USUAL_QUANTITY);
  const [askedLevel, setLevelId] = useState<number | undefined>();
  const [sectorId, setSectorId] = useState<number | undefined>();
  const { priceLevels, sectors } = performance;
  const quantity = Math.max(1, Math.min(wanted, room));

  const sectorsOf = (level: number | undefined) =>
    sectors.filter(({ priceLevelIds }) => level !== undefined && priceLevelIds.includes(level));
  /** A sector's own count is that of a level only where it has no other. */
  const freeIn = (level: number, { id, priceLevelIds }: Sector) =>
    freeOfLevel ? freeOfLevel(level, id) : priceLevelIds.length === 1 ? freeOfSector(availability, id) : undefined;
  const freeOf = (level: number) => {
    const counts = sectorsOf(level).map((sector) => freeIn(level, sector));
    return counts.includes(undefined) ? undefined : counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  };
  const levelId = askedLevel ?? cheapestLeft(priceLevels, freeOf)?.id;
  const offered = sectorsOf(levelId);
  const chosenSector = offered.some(({ id }) => id === sectorId) ? sectorId : undefined;
  const isPlaced = sectors.some(({ kind }) => kind !== 'quantity');
  const isNumbered = offered.some(({ kind }) => kind === 'seated');
  const words = isNumbered ? 'seated' : isPlaced ? 'standing' : 'quantity';

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
      <h2 id="best-places">{t(isPlaced ? 'best.title' : 'best.title.quantity')}</h2>
      <p>
        {t(`best.text.${words}`)}
        {isNumbered && quantity > 1 && ` ${t('best.text.apart')}`}
      </p>
      {typed ? (
        <TypedQuantity label={t('best.quantity')} first={USUAL_QUANTITY} most={Math.max(1, room)} onChange={setWanted} />
      ) : (
        <Quantity
          label={t('best.quantity')}
          fewer={t('best.fewer')}
          more={t('best.more')}
          value={quantity}
          most={Math.max(1, room)}
          onChange={setWanted}
        />
      )}
      <RadioGroup
        name="level"
        legend={t(isPlaced ? 'best.level' : 'best.level.quantity')}
        options={priceLevels.map(({ id, name, prices: [taken] }) => {
          const free = freeOf(id);
          return {
            value: id,
            title: name,
            aside: taken && money(taken.final),
            // The line is there before its text: otherwise the button below moves when the counts arrive.
            text: free === undefined ? NO_TEXT : free === 0 ? t('best.none') : t(isPlaced ? 'best.free' : 'best.left', { count: free }),
          };
        })}
        chosen={levelId}
        onChoose={setLevelId}
      />
      {offered.length > 1 && levelId !== undefined && (
        <Select
          label={t('best.sector')}
          value={chosenSector ?? ''}
          onChange={(event) => setSectorId(event.target.value ? Number(event.target.value) : undefined)}
        >
          <option value="">{t('best.sector.any')}</option>
          {offered.map((sector) => {
            const free = freeIn(levelId, sector);
            return (
              <option key={sector.id} value={sector.id} disabled={free === 0}>
                {free === undefined ? sector.name : `${sector.name} · ${free === 0 ? t('best.none') : t('best.free', { count: free })}`}
              </option>
            );
          })}
        </Select>
      )}
      <LimitNote limit={limit} />
      <Button
        type="submit"
        busy={busy}
        {...(typed && { 'aria-keyshortcuts': 'F4' })}
        disabled={room === 0 || (levelId !== undefined && freeOf(levelId) === 0)}
      >
        {isNumbered ? t('best.submit') : t('best.submit.open')}
      </Button>
    </form>
  );
}

/** What limits the places of this purchase, beside every way to choose them. */
export function LimitNote({ limit }: Pick<BestPlacesProps, 'limit'>) {
  const { t } = useTranslation(limitTexts);
  return <p className={styles.limit}>{limitText(limit, t)}</p>;
}

const freeOfSector = (availability: Availability | null, id: number) => availability?.sectors.find(({ sectorId }) => sectorId === id)?.free;

/** What is chosen until the buyer chooses: nothing dearer than need be, and nothing that is sold out. */
function cheapestLeft(levels: PerformanceDetail['priceLevels'], freeOf: (level: number) => number | undefined) {
  const byPrice = levels.toSorted(({ prices: [a] }, { prices: [b] }) => (a?.final ?? Infinity) - (b?.final ?? Infinity));
  return byPrice.find(({ id }) => freeOf(id) !== 0) ?? byPrice[0];
}
