import { useStore } from '@butaca/browser/create-store.ts';
import { useForcedColours } from '@butaca/browser/use-media-query.ts';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import type { Point } from '@butaca/venue-map';
import { type CSSProperties, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFrame } from '../../frame/use-frame.ts';
import seatMapTexts from '../../i18n/es/seat-map.json';
import { type MapCanvas, type Pointed, runMapCanvas } from './canvas/map-canvas.ts';
import { focusPlaceList, PLACE_LIST_ID } from './list/PlaceList.tsx';
import { PanoramaButton } from './Panorama.tsx';
import { otherPrices, placeTitle, sectionDetails, traitsOf } from './place-text.ts';
import { TakeQuantity } from './Quantity.tsx';
import styles from './SeatMap.module.css';
import { SeatViewPicture, useSeatView } from './SeatView.tsx';
import { MapFrame, SectionsPicture } from './SectionsPicture.tsx';
import type { SeatMapStore, TakenPanorama } from './store/seat-map-store.ts';
import { Thumbnail, type ThumbnailHandle } from './Thumbnail.tsx';

interface SeatMapProps {
  readonly store: SeatMapStore;
  /** Takes this many places of a section without numbers. */
  readonly onQuantity: (section: number, quantity: number) => void;
  /** Places that the purchase may still take. */
  readonly most: number;
  /** The place that it starts close to; without one it starts with the whole map. */
  readonly startAt?: number | undefined;
}

const HINT_MS = 1800;

/** The venue: sections at once, from the server; with script, every place on a canvas that zooms and moves. */
export function SeatMap({ store, onQuantity, most, startAt }: SeatMapProps) {
  const { t } = useTranslation(seatMapTexts);
  const { seatMapThumbnail } = useFrame().brand.flags;
  const canvas = useRef<HTMLCanvasElement>(null);
  const thumbnail = useRef<ThumbnailHandle>(null);
  const running = useRef<MapCanvas>(null);
  const [ready, setReady] = useState(false);
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const [section, setSection] = useState<{ section: number; at: Point } | null>(null);
  const [reach, setReach] = useState({ isWhole: true, isClosest: false });
  const [hinted, setHinted] = useState(false);
  const [full, setFull] = useState(false);
  useFullScreen(full, () => setFull(false));
  const forced = useForcedColours();
  const showStart = useEffectEvent((map: MapCanvas) => startAt !== undefined && map.show(startAt));

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
    showStart(map);
    setReady(true);
    return () => {
      clearTimeout(hiding);
      running.current = null;
      setReady(false);
      map.stop();
    };
  }, [store, forced]);

  return (
    <MapFrame picture={store.picture} ready={ready} full={full}>
      {!ready && <StoreSections store={store} />}
      {!forced && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows move the map and + and − zoom it
        <div className={styles.stage} role="application" tabIndex={0} aria-label={`${t('map.label')}. ${t('map.help')}`}>
          <canvas ref={canvas} className={styles.canvas} data-whole={reach.isWhole || undefined} />
        </div>
      )}
      {ready && (
        <>
          {pointed && <PlaceTip store={store} pointed={pointed} {...sizeOf(canvas.current)} />}
          {!pointed && section && <SectionTip store={store} {...section} {...sizeOf(canvas.current)} />}
          <div className={styles.strip}>
            <p className={styles.tap} aria-hidden="true">
              {reach.isWhole && t('map.tap')}
            </p>
            <MapButtons
              isWhole={reach.isWhole}
              isClosest={reach.isClosest}
              onCloser={() => running.current?.closer()}
              onFurther={() => running.current?.further()}
              onWhole={() => running.current?.whole()}
              full={full}
              onFull={() => setFull(!full)}
            />
          </div>
          {seatMapThumbnail && <Thumbnail ref={thumbnail} store={store} onLook={(at) => running.current?.look(at)} />}
          <p className={styles.hint} data-shown={hinted || undefined} aria-hidden="true">
            {t('map.wheel')}
          </p>
        </>
      )}
      <SectionCard
        store={store}
        most={most}
        onQuantity={onQuantity}
        closesOutside={!forced}
        isPlaceTapped={pointed !== null && pointed.by === 'tap'}
      />
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
  readonly full: boolean;
  readonly onFull: () => void;
}

/** While the map covers the screen the page below it does not scroll, and Escape leaves. */
function useFullScreen(full: boolean, leave: () => void) {
  const leaving = useEffectEvent(leave);
  useEffect(() => {
    if (!full) return;
    const over = new AbortController();
    const { overflow } = document.documentElement.style;
    document.documentElement.style.overflow = 'hidden';
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && !document.querySelector('dialog[open]') && leaving(), over);
    return () => {
      over.abort();
      document.documentElement.style.overflow = overflow;
    };
  }, [full]);
}

function MapButtons({ isWhole, isClosest, onCloser, onFurther, onWhole, full, onFull }: MapButtonsProps) {
  const { t } = useTranslation(seatMapTexts);
  return (
    <div className={styles.buttons}>
      <MapButton label={t('map.closer')} path="M5 12h14M12 5v14" disabled={isClosest} onClick={onCloser} />
      <MapButton label={t('map.further')} path="M5 12h14" disabled={isWhole} onClick={onFurther} />
      <MapButton label={t('map.whole')} path="M3 7h18v10H3zM7 11v2M12 11v2M17 11v2" disabled={isWhole} onClick={onWhole} />
      <MapButton
        label={t(full ? 'map.full.leave' : 'map.full')}
        path={full ? 'M9 4v5H4M15 4v5h5M9 20v-5H4M15 20v-5h5' : 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5'}
        disabled={false}
        onClick={onFull}
      />
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
  readonly most: number;
  readonly onQuantity: (section: number, quantity: number) => void;
  /** A press beside the map closes the card; not where the list below follows the same section. */
  readonly closesOutside: boolean;
  readonly isPlaceTapped: boolean;
}

/** What can be done in a section that was tapped: taking places without numbers, looking around. */
export function SectionCard({ store, most, onQuantity, closesOutside, isPlaceTapped }: SectionCardProps) {
  const { t } = useTranslation(seatMapTexts);
  const { focused, stock, mine } = useStore(store);
  const card = useRef<HTMLDivElement>(null);
  const around = usePanoramaInSight(store);
  const isOpen = focused !== null && (store.map.sections[focused]?.kind !== 'seated' || around !== null);
  const section = isOpen ? store.map.sections[focused] : undefined;
  useClosing(card, { isOpen, closesOutside, close: () => store.focusSection(null) });
  if (focused === null || !section) return null;
  const free = stock[focused]?.free;
  const own = [...mine].filter((place) => store.sectionOf(place) === focused).length;
  return (
    // Once seats are tapped it would hide the ones beside them.
    <div ref={card} className={styles.card} data-folded={(section.kind === 'seated' && (isPlaceTapped || own > 0)) || undefined}>
      <div className={styles.cardHead}>
        <p className={styles.cardTitle}>{section.label}</p>
        <button
          type="button"
          className={styles.cardClose}
          aria-label={t('card.close', { section: section.label })}
          onClick={() => store.focusSection(null)}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M6 6l12 12M18 6 6 18" />
          </svg>
        </button>
      </div>
      <p className={styles.cardDetails}>{sectionDetails(store, focused, t)}</p>
      {section.kind !== 'seated' && own > 0 && <p className={styles.cardOwn}>{t('card.own', { count: own })}</p>}
      {section.kind !== 'seated' && free !== 0 && (
        <TakeQuantity most={Math.min(most, free ?? most)} onQuantity={(quantity) => onQuantity(focused, quantity)} />
      )}
      {around && <PanoramaButton store={store} panorama={around.panorama} from={around.from} />}
    </div>
  );
}

/** All around the place that was taken last, in the section that is open; else all around the section. */
function usePanoramaInSight(store: SeatMapStore): { panorama: TakenPanorama; from: string } | null {
  const { t } = useTranslation(seatMapTexts);
  const { focused, mine } = useStore(store);
  if (focused === null) return null;
  const last = [...mine].findLast((place) => store.sectionOf(place) === focused);
  const ofPlace = last === undefined ? null : store.panoramaOf(last);
  if (last !== undefined && ofPlace) return { panorama: ofPlace, from: placeTitle(store.labelOf(last), t) };
  const panorama = store.panoramaOfSection(focused);
  return panorama && { panorama, from: store.map.sections[focused]?.label ?? '' };
}

interface Closing {
  readonly isOpen: boolean;
  readonly closesOutside: boolean;
  readonly close: () => void;
}

/** Escape closes it, and a press outside the map; a tap on the map itself chooses what is shown there. */
function useClosing(card: RefObject<HTMLElement | null>, { isOpen, closesOutside, close }: Closing) {
  const closing = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return;
    const over = new AbortController();
    const inDialog = (target: EventTarget | null) => target instanceof Element && target.closest('dialog') !== null;
    const onKey = ({ key, target }: KeyboardEvent) => {
      if (key === 'Escape' && !inDialog(target)) closing();
    };
    const onPress = ({ target }: PointerEvent) => {
      const map = card.current?.parentElement;
      if (target instanceof Node && !map?.contains(target) && !inDialog(target)) closing();
    };
    document.addEventListener('keydown', onKey, { signal: over.signal });
    if (closesOutside) document.addEventListener('pointerdown', onPress, { signal: over.signal });
    return () => over.abort();
  }, [card, isOpen, closesOutside]);
}

/** Closer than this to an edge of the map, the tip opens to the other side. */
const EDGE = { x: 130, y: 110 };
/** Of the map's height; a tip with a drawing opens to the larger side. */
const MIDDLE = 1 / 2;

/** Of the map, in pixels. */
interface MapSize {
  readonly width: number;
  readonly height: number;
}

const sizeOf = (canvas: HTMLCanvasElement | null): MapSize => ({ width: canvas?.clientWidth ?? 0, height: canvas?.clientHeight ?? 0 });

/** Where a tip stands, beside its point and within the map; closer than `above` to the upper edge it stands below. */
const tipAt = ({ x, y }: Point, { width, above = EDGE.y }: { readonly width: number; readonly above?: number }) => ({
  style: { '--x': `${x}px`, '--y': `${y}px` } as CSSProperties,
  'data-side': x < EDGE.x ? 'left' : x > width - EDGE.x ? 'right' : undefined,
  'data-below': y < above || undefined,
});

interface SectionTipProps extends MapSize {
  readonly store: SeatMapStore;
  readonly section: number;
  readonly at: Point;
}

/** The section under the mouse with its price, at the mouse. Screen readers get the same from the list. */
function SectionTip({ store, section, at, width }: SectionTipProps) {
  const { t } = useTranslation(seatMapTexts);
  useStore(store);
  return (
    <div className={styles.tip} {...tipAt(at, { width })} aria-hidden="true">
      <p className={styles.tipTitle}>{store.map.sections[section]?.label}</p>
      <p className={styles.tipPrice}>{sectionDetails(store, section, t)}</p>
    </div>
  );
}

interface PlaceTipProps extends MapSize {
  readonly store: SeatMapStore;
  readonly pointed: Pointed;
}

/** Describes the place under the pointer. Screen readers get the same from the list and the page's messages. */
function PlaceTip({ store, pointed: { place, at, by }, width, height }: PlaceTipProps) {
  const { t } = useTranslation(seatMapTexts);
  useStore(store);
  const level = store.levelOf(place);
  const state = store.stateOf(place);
  // After a tap the next place is wanted: a drawing would cover it.
  const view = useSeatView(store, by === 'tap' ? null : place);
  return (
    <div
      className={styles.tip}
      {...tipAt(at, { width, ...(view && { above: height * MIDDLE }) })}
      data-view={view ? by : undefined}
      aria-hidden="true"
    >
      <p className={styles.tipTitle}>{placeTitle(store.labelOf(place), t)}</p>
      {level && state !== 'taken' && (
        <p className={styles.tipPrice}>
          {level.letter} · {level.name} · {level.priceText}
        </p>
      )}
      {level && state === 'free' && otherPrices(level) && <p>{t('place.others', { prices: otherPrices(level) })}</p>}
      {traitsOf(store, place).map((trait) => (
        <p key={trait}>{t(`trait.${trait}`)}</p>
      ))}
      {state !== 'free' && <p className={styles.tipState}>{t(`place.${state}`)}</p>}
      {view && <SeatViewPicture view={view} restricted={traitsOf(store, place).includes('restricted-view')} />}
    </div>
  );
}
