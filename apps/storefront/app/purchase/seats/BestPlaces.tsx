import type { Availability, PerformanceDetail, PlacesRule, QuantityRequest, Sector } from '@butaca/contract';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Select } from '@butaca/ui/components/Field.tsx';
import { RadioGroup } from '@butaca/ui/components/RadioGroup.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useRef, useState } from 'react';
import { useMoney } from '../../frame/use-frame.ts';
import limitTexts from '../../i18n/es/limits.json';
import seatTexts from '../../i18n/es/seats.json';
import { limitText } from '../limits.ts';
import { Quantity, readQuantity, TypedQuantity } from '../seat-map/Quantity.tsx';
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
  /** At a counter digits set the quantity, F6 goes through the prices, of which none is chosen at first, and F4 takes. */
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
  const [typedQuantity, setTypedQuantity] = useState(String(Math.max(1, Math.min(USUAL_QUANTITY, room))));
  const [quantityProblem, setQuantityProblem] = useState<'invalid' | 'most' | null>(null);
  const { t: tLimits } = useTranslation(limitTexts);
  const [askedLevel, setLevelId] = useState<number | undefined>();
  const [sectorId, setSectorId] = useState<number | undefined>();
  const [isMissing, setMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
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
  const left = priceLevels.filter(({ id }) => freeOf(id) !== 0);
  // The customer at a counter says which, unless there is only one.
  const levelId = askedLevel ?? (typed && left.length > 1 ? undefined : cheapestLeft(priceLevels, freeOf)?.id);
  const nextByKey = typed && left.length > 1 ? left[(left.findIndex(({ id }) => id === levelId) + 1) % left.length]?.id : undefined;
  const offered = sectorsOf(levelId);
  const chosenSector = offered.some(({ id }) => id === sectorId) ? sectorId : undefined;
  const isPlaced = sectors.some(({ kind }) => kind !== 'quantity');
  const isNumbered = (levelId === undefined ? sectors : offered).some(({ kind }) => kind === 'seated');
  const words = isNumbered ? 'seated' : isPlaced ? 'standing' : 'quantity';

  return (
    <form
      ref={form}
      className={styles.best}
      data-typed={typed || undefined}
      aria-labelledby="best-places"
      onKeyDown={(event) => {
        const { key, target } = event;
        if (!typed || !(target instanceof HTMLInputElement) || target.type !== 'radio') return;
        // A digit is the quantity, wherever in the form the focus is.
        if (/^\d$/.test(key)) fieldIn(form.current)?.focus();
        // The price that has the focus is not chosen yet after the complaint that none is: Enter chooses it, and takes with the next.
        if (key !== 'Enter' || levelId !== undefined) return;
        event.preventDefault();
        setLevelId(Number(target.value));
      }}
      onSubmit={(event) => {
        event.preventDefault();
        const taken = typed ? readQuantity(typedQuantity) : quantity;
        const problem = taken === null ? 'invalid' : taken > room ? 'most' : null;
        setQuantityProblem(problem);
        if (taken === null || problem !== null) return fieldIn(form.current)?.focus();
        setMissing(levelId === undefined);
        if (levelId === undefined) return form.current?.querySelector<HTMLInputElement>('[name=level]:enabled')?.focus();
        onTake({
          quantity: taken,
          priceLevelId: levelId,
          ...(chosenSector !== undefined && { sectorId: chosenSector }),
        });
      }}
    >
      <h2 id="best-places" className={typed && isPlaced ? 'visually-hidden' : undefined}>
        {t(isPlaced ? 'best.title' : 'best.title.quantity')}
      </h2>
      {!typed && (
        <p>
          {t(`best.text.${words}`)}
          {isNumbered && quantity > 1 && ` ${t('best.text.apart')}`}
        </p>
      )}
      {typed ? (
        <TypedQuantity
          label={t('best.quantity')}
          typed={typedQuantity}
          onTyped={(text) => {
            setTypedQuantity(text);
            setQuantityProblem(null);
          }}
          error={quantityProblem === 'invalid' ? t('best.quantity.invalid') : quantityProblem === 'most' && limitText(limit, tLimits)}
        />
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
          const left =
            free === undefined ? NO_TEXT : free === 0 ? t('best.none') : t(isPlaced ? 'best.free' : 'best.left', { count: free });
          const price = taken && money(taken.final);
          return {
            value: id,
            title: name,
            disabled: typed && free === 0,
            shortcut: id === nextByKey ? 'F6' : undefined,
            // The line is there before its text: otherwise the button below moves when the counts arrive. A counter has all of it in one
            // line, so that the button is in sight.
            ...(typed ? { aside: <LeftAndPrice left={left} price={price} /> } : { aside: price, text: left }),
          };
        })}
        chosen={levelId}
        onChoose={setLevelId}
        error={isMissing && levelId === undefined && t('best.level.missing')}
      />
      <div className={styles.last}>
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
        {!typed && <LimitNote limit={limit} />}
        <Button
          type="submit"
          busy={busy}
          {...(typed && { 'aria-keyshortcuts': 'F4' })}
          disabled={room === 0 || (levelId !== undefined && freeOf(levelId) === 0)}
        >
          {isNumbered ? t('best.submit') : t('best.submit.open')}
        </Button>
      </div>
      {typed && <LimitNote limit={limit} />}
    </form>
  );
}

const LeftAndPrice = ({ left, price }: { left: string; price: string | undefined }) => (
  <>
    <span className={styles.left}>{left}</span> {price}
  </>
);

const fieldIn = (form: HTMLFormElement | null) => form?.querySelector<HTMLInputElement>('input[inputmode=numeric]');

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
