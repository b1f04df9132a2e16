import { useTranslation } from '../../i18n/use-translation.tsx';
import styles from './MapButtons.module.css';
import { seatMapTexts } from './texts.ts';

interface MapButtonsProps {
  readonly isWhole: boolean;
  readonly isClosest: boolean;
  readonly onCloser: () => void;
  readonly onFurther: () => void;
  readonly onWhole: () => void;
}

export function MapButtons({ isWhole, isClosest, onCloser, onFurther, onWhole }: MapButtonsProps) {
  const { t } = useTranslation(seatMapTexts);
  return (
    <div className={styles.buttons}>
      <MapButton label={t('map.closer')} path="M5 12h14M12 5v14" disabled={isClosest} onClick={onCloser} />
      <MapButton label={t('map.further')} path="M5 12h14" disabled={isWhole} onClick={onFurther} />
      <MapButton label={t('map.whole')} path="M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5" disabled={isWhole} onClick={onWhole} />
    </div>
  );
}

/** Stays in the order of the tab key when there is nothing for it to do. */
function MapButton({ label, path, disabled, onClick }: { label: string; path: string; disabled: boolean; onClick: () => void }) {
  return (
    <button type="button" className={styles.button} aria-label={label} title={label} aria-disabled={disabled} onClick={onClick}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  );
}
