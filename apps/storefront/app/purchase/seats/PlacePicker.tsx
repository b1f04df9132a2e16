import { useStore } from '@butaca/browser/create-store.ts';
import type { PerformanceDetail, PlacesRule, QuantityRequest } from '@butaca/contract';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import type { VenuePicture } from '@butaca/venue-map';
import {
  type ComponentProps,
  type ComponentType,
  type ElementType,
  type KeyboardEvent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useMoney } from '../../frame/use-frame.ts';
import seatMapTexts from '../../i18n/es/seat-map.json';
import seatTexts from '../../i18n/es/seats.json';
import { Legend } from '../seat-map/Legend.tsx';
import { priceOfLevels } from '../seat-map/place-text.ts';
import { MapFrame, SectionsPicture } from '../seat-map/SectionsPicture.tsx';
import { levelsOf, type PricedPicture, pricedPicture } from '../seat-map/store/price-levels.ts';
import type { AvailabilityFeed } from '../selection/availability-feed.ts';
import type { Selection } from '../selection/selection.ts';
import { BestPlaces, LimitNote } from './BestPlaces.tsx';
import type * as Views from './MapViews.tsx';
import styles from './Seats.module.css';
import { SECTORS_ID, sectorAnchor } from './sector-anchor.ts';
import { type KeptFocus, useKeptFocus } from './use-kept-focus.ts';
import { useMapStore } from './use-map-store.ts';

/** Null when they did not come, as on a connection that broke. */
const load = () => import('./MapViews.tsx').catch(() => null);
const Nothing = () => null;
type Piece<View extends ElementType> = ComponentType<ComponentProps<View>>;
const MapView = lazy<Piece<typeof Views.MapView>>(async () => ({ default: (await load())?.MapView ?? Nothing }));
const ListView = lazy<Piece<typeof Views.ListView>>(async () => ({ default: (await load())?.ListView ?? Nothing }));

interface PlacePickerProps {
  readonly performance: PerformanceDetail;
  readonly picture: VenuePicture | null;
  readonly certain: boolean;
  readonly feed: AvailabilityFeed;
  readonly selection: Selection;
  /** Places that the purchase may still take. */
  readonly room: number;
  /** The limit that says so. */
  readonly limit: PlacesRule;
  readonly busy: boolean;
  /** The view that is open first. */
  readonly first: Way;
  /** The quantity of the best places is typed. */
  readonly typed: boolean;
  /** Called with the view that is open. */
  readonly onWay?: ((way: Way) => void) | undefined;
}

export type Way = 'map' | 'list' | 'best';

/** Three views of the same places: the map, the list, and the best free ones. */
export function PlacePicker({ performance, picture, certain, feed, selection, room, limit, busy, first, typed, onWay }: PlacePickerProps) {
  const { t } = useTranslation(seatTexts);
  const { availability } = useStore(feed);
  const [asked, setWay] = useState<Way>(first);
  const [early, setEarly] = useState<number | null>(null);
  const keptFocus = useRef<number | null>(null);
  const { store, drawn } = useMapStore({ performance, picture, certain, feed, selection });
  const [isMissing, setMissing] = useState(false);
  const way = store === 'failed' || isMissing ? 'best' : asked === 'map' && !drawn ? 'list' : asked;
  useEffect(() => {
    onWay?.(way);
    return () => onWay?.('best');
  }, [way, onWay]);
  // Starts loading together with the map's data.
  useEffect(() => void load().then((views) => setMissing(!views)), []);

  const bestProps = { performance, availability, room, limit, busy, typed, onTake: (wanted: QuantityRequest) => selection.take([wanted]) };
  if (store === 'failed' || isMissing) return <BestPlaces {...bestProps} />;

  const sectionOf = (sectorId: number | undefined) => {
    const code = performance.sectors.find(({ id }) => id === sectorId)?.section;
    return store && code !== undefined ? store.map.sections.findIndex(({ id }) => id === code) : undefined;
  };
  const best = (
    <BestPlaces {...bestProps} freeOfLevel={(levelId, sectorId) => (store ? store.freeOfLevel(levelId, sectionOf(sectorId)) : undefined)} />
  );

  const views = store && {
    store,
    onQuantity: (section: number, quantity: number) => {
      const sector = performance.sectors.find((one) => one.section === store.map.sections[section]?.id);
      if (sector) selection.take([{ sectorId: sector.id, quantity }]);
    },
    most: room,
  };
  const waiting = <div className={styles.mapWaiting} aria-busy="true" role="status" aria-label={t('map.loading')} />;
  const drawing = picture ? <Drawing {...{ performance, picture, early, keptFocus }} onSection={setEarly} /> : waiting;
  const map = {
    name: 'map',
    title: t('way.map'),
    panel: (
      <>
        <Suspense fallback={drawing}>
          {views ? <MapView {...views} {...{ early, keptFocus }} onStarted={() => setEarly(null)} /> : drawing}
        </Suspense>
        <LimitNote limit={limit} />
      </>
    ),
  };
  const list = {
    name: 'list',
    title: t('way.list'),
    panel: (
      <>
        <Suspense fallback={waiting}>{views ? <ListView {...views} /> : waiting}</Suspense>
        <LimitNote limit={limit} />
      </>
    ),
  };
  const ways = [...(drawn ? [map] : []), list, { name: 'best', title: t('way.best'), panel: best }] as const;
  return (
    <Tabs<Way>
      label={t('title')}
      chosen={way}
      onChoose={setWay}
      tabs={ways as readonly { name: Way; title: string; panel: React.ReactNode }[]}
    />
  );
}

interface TabsProps<Name extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly name: Name; readonly title: string; readonly panel: ReactNode }[];
  readonly chosen: Name;
  readonly onChoose: (name: Name) => void;
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Tabs, one view at a time; arrows move between them. */
function Tabs<Name extends string>({ label, tabs, chosen, onChoose }: TabsProps<Name>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const index = tabs.findIndex(({ name }) => name === chosen);
    const next = (index + step + tabs.length) % tabs.length;
    onChoose(tabs[next]?.name ?? chosen);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  return (
    <div className={styles.tabs}>
      <div ref={list} role="tablist" aria-label={label} className={styles.tabList} onKeyDown={move}>
        {tabs.map(({ name, title }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-controls={`${id}-${name}-panel`}
            aria-selected={name === chosen}
            tabIndex={name === chosen ? 0 : -1}
            className={styles.tab}
            onClick={() => onChoose(name)}
          >
            {title}
          </button>
        ))}
      </div>
      {tabs.map(({ name, panel }) => (
        <div key={name} role="tabpanel" id={`${id}-${name}-panel`} aria-labelledby={`${id}-${name}`} hidden={name !== chosen}>
          {name === chosen && panel}
        </div>
      ))}
    </div>
  );
}

interface DrawingProps {
  readonly performance: PerformanceDetail;
  readonly picture: VenuePicture;
  /** The section that was tapped before its places were loaded. */
  readonly early: number | null;
  readonly onSection: (section: number) => void;
  readonly keptFocus: KeptFocus;
}

/** The venue as the server draws it; without script each section leads to its sector's prices further down the page. */
function Drawing({ performance: { priceLevels, sectors }, picture, early, onSection, keptFocus }: DrawingProps) {
  const root = useKeptFocus<HTMLDivElement>(keptFocus);
  const money = useMoney();
  const sectorOf = (section: number) => sectors.find((sector) => sector.section === picture.sections[section]?.id);
  const hrefOf = (section: number) => {
    const sector = sectorOf(section);
    return `#${sector ? sectorAnchor(sector.id) : SECTORS_ID}`;
  };
  return (
    <div ref={root} className={styles.map}>
      <VenueDrawing
        priced={pricedPicture(picture, levelsOf(picture, priceLevels, money))}
        hrefOf={hrefOf}
        early={early}
        onSection={onSection}
      />
    </div>
  );
}

interface VenueDrawingProps {
  readonly priced: PricedPicture;
  /** Where a section's link leads until its places are loaded. */
  readonly hrefOf: (section: number) => string;
  /** The section that was tapped; the map will begin with it. */
  readonly early: number | null;
  readonly onSection: (section: number) => void;
}

/** The venue before its places are loaded: rendered by the server, usable without script, replaced by the map. */
function VenueDrawing({ priced, hrefOf, early, onSection }: VenueDrawingProps) {
  const { t } = useTranslation(seatMapTexts);
  const detailsOf = (section: number) => priceOfLevels(priced.levelsOf(section), t) ?? t('section.loading');
  return (
    <>
      <MapFrame picture={priced.picture}>
        <SectionsPicture
          priced={priced}
          lookOf={(section) => ({ details: detailsOf(section), current: early === section })}
          hrefOf={hrefOf}
          onSection={onSection}
        />
      </MapFrame>
      <Legend priced={priced} />
    </>
  );
}
