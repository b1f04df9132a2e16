import { placesShare } from '../map/detail.ts';
import { type Box, type Size, seen, type View } from '../map/view.ts';
import type { SeatMapStore } from '../store/seat-map-store.ts';
import type { Palette } from './colours.ts';
import { createDots, createLooks, type Dots } from './dots.ts';
import { namesRows, paintLabels } from './paint-labels.ts';
import { paintPlaces } from './paint-places.ts';
import { paintRowNames } from './paint-rows.ts';
import { paintSections } from './paint-sections.ts';
import { rowNames } from './row-names.ts';
import type { Scene, SceneSection } from './scene.ts';
import { createTileLayer, placementOf, type TileLayer } from './tiles.ts';

/** Of a frame's 16.7 ms, what the painting of tiles may take. */
const TILES_MS = 5;
/** While it moves, a layer is stretched or shrunk by so much before another one is painted. */
const STRETCH = 1.6;
/** From this many changed places on, all tiles are repainted. */
const MANY = 2000;

interface Frame {
  readonly view: View;
  readonly size: Size;
  /** Pixels of the screen per pixel of CSS. */
  readonly ratio: number;
  readonly moving: boolean;
}

/** Draws everything that does not depend on the buyer; places come from tiles, so that a move costs a few copies, however many places there are. */
export function createPainter(store: SeatMapStore, scene: Scene) {
  const looks = createLooks(store);
  const spare: CanvasRenderingContext2D[] = [];
  let layer: TileLayer | null = null;
  let older: TileLayer | null = null;
  let palette: Palette | null = null;
  let dots: Dots | null = null;
  let widthOf: ((text: string) => number) | null = null;

  function layerFor(scale: number, ratio: number, moving: boolean): TileLayer {
    const stretch = layer ? Math.max(scale / layer.scale, layer.scale / scale) : Infinity;
    if (layer && (stretch === 1 || (moving && stretch < STRETCH))) return layer;
    const next = layer ?? older;
    if (older !== next) older?.drop();
    older = next;
    layer = createTileLayer(scale, spare, (pen, box) => {
      if (palette && dots) paintPlaces(pen, { box, scale, ratio }, { store, scene, palette, dots, looks: looks.of });
    });
    return layer;
  }

  function forgetOlder() {
    older?.drop();
    older = null;
  }

  function paintTiles(pen: CanvasRenderingContext2D, { view, size, ratio, moving }: Frame, share: number): boolean {
    const placement = placementOf(view, size, ratio);
    const current = layerFor(placement.scale, ratio, moving);
    const complete = current.fill(placement, { until: performance.now() + TILES_MS, ahead: !moving });
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.globalAlpha = share;
    const holes = older ? current.holes(placement) : [];
    if (older && holes.length > 0) {
      pen.save();
      pen.beginPath();
      for (const { left, top, width, height } of holes) pen.rect(left, top, width, height);
      pen.clip();
      older.draw(pen, placement);
      pen.restore();
    }
    current.draw(pen, placement);
    pen.globalAlpha = 1;
    if (complete) forgetOlder();
    return complete && current.scale === placement.scale;
  }

  return {
    set palette(next: Palette) {
      palette = next;
      dots = createDots(next);
      widthOf = null;
      layer?.spoil(null);
      forgetOlder();
    },
    /** Places that have become free or taken; null for all. */
    changed(places: readonly number[] | null) {
      looks.refresh(places);
      if (!places || places.length > MANY) layer?.spoil(null);
      else
        for (const place of places) {
          const pitch = scene.sections[scene.sectionOf[place] ?? 0]?.pitch ?? 0;
          layer?.spoil({ x: store.map.x[place] ?? 0, y: store.map.y[place] ?? 0, reach: pitch });
        }
    },
    /** True when there is nothing left to draw at this view. */
    draw(pen: CanvasRenderingContext2D, frame: Frame): boolean {
      if (!palette) return true;
      const { view, size, ratio } = frame;
      widthOf ??= textWidths(pen, palette.font);
      const paint = { store, scene, palette, view, ratio, widthOf };
      const sections = visible(scene, seen(view, size));
      pen.setTransform(1, 0, 0, 1, 0, 0);
      pen.fillStyle = palette.sunken;
      pen.fillRect(0, 0, size.width * ratio, size.height * ratio);
      paintSections(pen, paint, sections);
      const share = sections.reduce((most, { pitch }) => Math.max(most, pitch === 0 ? 0 : placesShare(pitch * view.scale)), 0);
      const complete = share === 0 || paintTiles(pen, frame, share);
      pen.setTransform(ratio, 0, 0, ratio, 0, 0);
      paintLabels(pen, paint, sections);
      const named = sections.filter((section) => namesRows(section, view));
      paintRowNames(pen, palette, rowNames(store.map, named, { view, size }));
      return complete;
    },
  };
}

function visible({ sections }: Scene, { left, top, width, height }: Box): readonly SceneSection[] {
  return sections.filter(
    ({ box }) =>
      box.width > 0 && box.left <= left + width && box.left + box.width >= left && box.top <= top + height && box.top + box.height >= top,
  );
}

const SAMPLE_PX = 100;
/** Names and prices use nearly the same weight, so one measurement serves both. */
const WEIGHT = 600;

/** How wide a text is per pixel of its size; measured once, because measuring at every step of a zoom costs more than drawing. */
function textWidths(pen: CanvasRenderingContext2D, family: string): (text: string) => number {
  const known = new Map<string, number>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    pen.font = `${WEIGHT} ${SAMPLE_PX}px ${family}`;
    const width = pen.measureText(text).width / SAMPLE_PX;
    known.set(text, width);
    return width;
  };
}
