import { useStore } from '@butaca/browser/create-store.ts';
import { useForcedColours } from '@butaca/browser/use-media-query.ts';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { useFrame } from '../../frame/use-frame.ts';
import seatMapTexts from '../../i18n/es/seat-map.json';
import { type MapCanvas, type Pointed, runMapCanvas } from './canvas/map-canvas.ts';
import { focusPlaceList, PLACE_LIST_ID } from './list/PlaceList.tsx';
import { placeTitle, priceText, sectionDetails, traitsOf } from './place-text.ts';
import { TakeQuantity } from './Quantity.tsx';
import styles from './SeatMap.module.css';
import { MapFrame, SectionsPicture } from './SectionsPicture.tsx';
import type { SeatMapStore } from './store/seat-map-store.ts';
import { Thumbnail, type ThumbnailHandle } from './Thumbnail.tsx';

interface SeatMapProps {
  readonly store: SeatMapStore;
  /** Takes this many places of a section without numbers. */
  readonly onQuantity: (section: number, quantity: number) => void;
  /** Places that the purchase may still take. */
  readonly most: number;
}

const HINT_MS = 1800;

/** The venue: sections at once, from the server; with script, every place on a canvas that zooms and moves. */
export function SeatMap({ store, onQuantity, most }: SeatMapProps) {
  const { t } = useTranslation(seatMapTexts);
  const { seatMapThumbnail } = useFrame().brand.flags;
  const canvas = useRef<HTMLCanvasElement>(null);
  const thumbnail = useRef<ThumbnailHandle>(null);
  const running = useRef<MapCanvas>(null);
  const [ready, setReady] = useState(false);
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const [section, setSection] = useState<number | null>(null);
  const [reach, setReach] = useState({ isWhole: true, isClosest: false });
  const [hinted, setHinted] = useState(false);
  const forced = useForcedColours();

  useEffect(() => {
    if (!canvas.current || forced) return;
    let hiding: ReturnType<typeof setTimeout> | undefined;
    const map = runMapCanvas(canvas.current, store, {
      onPoint: setPointed,
      onPointSection: setSection,
      onView({ box, isWhole, isClosest }) {
        thumbnail.current?.show(isWhole ? null : box);
        setReach((known) => (known.isWhole === isWhole && known.isClosest === isClosest ? known : { isWhole, isClosest }));
      },
      onWheelPassed() {
        setHinted(true);
        clearTimeout(hiding);
        hiding = setTimeout(() => setHinted(false), HINT_MS);
      },
    });
    running.current = map;
    setReady(true);
    return () => {
      clearTimeout(hiding);
      running.current = null;
      setReady(false);
      map.stop();
    };
  }, [store, forced]);

  return (
    <MapFrame picture={store.picture} ready={ready}>
      {!ready && <StoreSections store={store} />}
      {!forced && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows move the map and + and − zoom it
        <div className={styles.stage} role="application" tabIndex={0} aria-label={`${t('map.label')}. ${t('map.help')}`}>
          <canvas ref={canvas} className={styles.canvas} data-whole={reach.isWhole || undefined} />
        </div>
      )}
      {ready && (
        <>
          {pointed && <PlaceTip store={store} pointed={pointed} width={canvas.current?.clientWidth ?? 0} />}
          <MapButtons
            isWhole={reach.isWhole}
            isClosest={reach.isClosest}
            onCloser={() => running.current?.closer()}
            onFurther={() => running.current?.further()}
            onWhole={() => running.current?.whole()}
          />
          {seatMapThumbnail && <Thumbnail ref={thumbnail} store={store} onLook={(at) => running.current?.look(at)} />}
          <p className={styles.hint} data-shown={hinted || undefined} aria-hidden="true">
            {t('map.wheel')}
          </p>
        </>
      )}
      <SectionCard store={store} pointed={pointed ? null : section} most={most} onQuantity={onQuantity} />
    </MapFrame>
  );
}

/** Instead of the canvas: a section leads to its places in the list. */
function StoreSections({ store }: { store: SeatMapStore }) {
  const { t } = useTranslation(seatMapTexts);
  const { stock, focused } = useStore(store);
  return (
    <SectionsPicture
      priced={store.priced}
      lookOf={(section) => ({
        details: sectionDetails(store, section, t),
        none: stock[section]?.matching === 0,
        current: focused === section,
      })}
      hrefOf={() => `#${PLACE_LIST_ID}`}
      onSection={(section) => {
        store.focusSection(section);
        focusPlaceList();
      }}
    />
  );
}

interface MapButtonsProps {
  readonly isWhole: boolean;
  readonly isClosest: boolean;
  readonly onCloser: () => void;
  readonly onFurther: () => void;
  readonly onWhole: () => void;
}

function MapButtons({ isWhole, isClosest, onCloser, onFurther, onWhole }: MapButtonsProps) {
  const { t } = useTranslation(seatMapTexts);
  return (
    <div className={styles.buttons}>
      <MapButton label={t('map.closer')} path="M5 12h14M12 5v14" disabled={isClosest} onClick={onCloser} />
      <MapButton label={t('map.further')} path="M5 12h14" disabled={isWhole} onClick={onFurther} />
      <MapButton label={t('map.whole')} path="M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5" disabled={isWhole} onClick={onWhole} />
    </div>
  );
}

/** `aria-disabled`, so that it stays in the tab order. */
function MapButton({ label, path, disabled, onClick }: { label: string; path: string; disabled: boolean; onClick: () => void }) {
  return (
    <button type="button" className={styles.button} aria-label={label} title={label} aria-disabled={disabled} onClick={onClick}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  );
}

interface SectionCardProps {
  readonly store: SeatMapStore;
  /** The section under the mouse. */
  readonly pointed: number | null;
  readonly most: number;
  readonly onQuantity: (section: number, quantity: number) => void;
}

/** The price of the section under the mouse; for a tapped section without numbers, how many places to take. */
function SectionCard({ store, pointed, most, onQuantity }: SectionCardProps) {
  const { t } = useTranslation(seatMapTexts);
  const { focused, stock } = useStore(store);
  const open = focused !== null && store.map.sections[focused]?.kind !== 'seated' ? focused : null;
  const shown = open ?? pointed;
  const section = shown === null ? undefined : store.map.sections[shown];
  if (shown === null || !section) return null;
  const free = stock[shown]?.free;
  return (
    <div className={styles.card} aria-hidden={open === null || undefined}>
      <p className={styles.cardTitle}>{section.label}</p>
      <p className={styles.cardDetails}>{sectionDetails(store, shown, t)}</p>
      {open !== null && free !== 0 && (
        <TakeQuantity most={Math.min(most, free ?? most)} onQuantity={(quantity) => onQuantity(open, quantity)} />
      )}
    </div>
  );
}

/** Closer than this to an edge of the map, the tip opens to the other side. */
const EDGE = { x: 130, y: 110 };

interface PlaceTipProps {
  readonly store: SeatMapStore;
  readonly pointed: Pointed;
  /** Of the map, in pixels. */
  readonly width: number;
}

/** Describes the place under the pointer. Screen readers get the same from the list and the page's messages. */
function PlaceTip({ store, pointed: { place, at }, width }: PlaceTipProps) {
  const { t } = useTranslation(seatMapTexts);
  useStore(store);
  const level = store.levelOf(place);
  const state = store.stateOf(place);
  const side = at.x < EDGE.x ? 'left' : at.x > width - EDGE.x ? 'right' : undefined;
  return (
    <div
      className={styles.tip}
      style={{ '--x': `${at.x}px`, '--y': `${at.y}px` } as CSSProperties}
      data-side={side}
      data-below={at.y < EDGE.y || undefined}
      aria-hidden="true"
    >
      <p className={styles.tipTitle}>{placeTitle(store.labelOf(place), t)}</p>
      {level && state !== 'taken' && (
        <p className={styles.tipPrice}>
          {level.letter} · {level.name} · {priceText(level, t)}
        </p>
      )}
      {traitsOf(store, place).map((trait) => (
        <p key={trait}>{t(`trait.${trait}`)}</p>
      ))}
      {state !== 'free' && <p className={styles.tipState}>{t(`place.${state}`)}</p>}
    </div>
  );
}
