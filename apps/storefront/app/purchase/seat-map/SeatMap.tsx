import { useStore } from '@butaca/browser/create-store.ts';
import { useForcedColours } from '@butaca/browser/use-media-query.ts';
import { useEffect, useRef, useState } from 'react';
import { useFrame } from '../../frame/use-frame.ts';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { type MapCanvas, type Pointed, runMapCanvas } from './canvas/map-canvas.ts';
import { focusPlaceList, PLACE_LIST_ID } from './list/anchor.ts';
import { MapButtons } from './MapButtons.tsx';
import { MapFrame } from './MapFrame.tsx';
import { PlaceTip } from './PlaceTip.tsx';
import { sectionDetails } from './place-text.ts';
import styles from './SeatMap.module.css';
import { SectionCard } from './SectionCard.tsx';
import { SectionsPicture } from './SectionsPicture.tsx';
import type { SeatMapStore } from './store/seat-map-store.ts';
import { Thumbnail, type ThumbnailHandle } from './Thumbnail.tsx';
import { seatMapTexts } from './texts.ts';

interface SeatMapProps {
  readonly store: SeatMapStore;
  /** So many places of a section without numbers. */
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
