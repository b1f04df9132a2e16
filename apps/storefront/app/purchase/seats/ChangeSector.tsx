import type { HeldPlace, PerformanceDetail } from '@butaca/contract';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Select } from '@butaca/ui/components/Field.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useState } from 'react';
import seatTexts from '../../i18n/es/seats.json';
import styles from './Seats.module.css';

interface ChangeSectorProps {
  readonly sectors: PerformanceDetail['sectors'];
  readonly places: readonly HeldPlace[];
  readonly busy: boolean;
  readonly onMove: (sectorId: number) => void;
}

/** Moves what was chosen to the best places of another sector: as many, or nothing changes. Nothing where there is only one. */
export function ChangeSector({ sectors, places, busy, onMove }: ChangeSectorProps) {
  const { t } = useTranslation(seatTexts);
  const others = sectors.filter(({ id }) => places.some(({ sectorId }) => sectorId !== id));
  const [asked, setAsked] = useState<number>();
  const chosen = others.find(({ id }) => id === asked) ?? others[0];
  if (!chosen || places.length === 0) return null;
  return (
    <details className={styles.move}>
      <summary>{t('move.title')}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onMove(chosen.id);
        }}
      >
        <p className={styles.fine}>{t('move.text', { count: places.length })}</p>
        <Select label={t('move.to')} value={String(chosen.id)} onChange={(event) => setAsked(Number(event.target.value))}>
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <Button kind="secondary" type="submit" busy={busy}>
          {t('move.go')}
        </Button>
      </form>
    </details>
  );
}
