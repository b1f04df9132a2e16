import type { Point } from '@butaca/venue-map';
import { placesShare } from '../map/detail.ts';
import { onScreen, type Size, type View } from '../map/view.ts';
import type { SeatMapStore } from '../store/seat-map-store.ts';
import type { Palette } from './colours.ts';
import { levelShown } from './paint-sections.ts';
import type { Scene, SceneSection } from './scene.ts';

interface Paint {
  readonly store: SeatMapStore;
  readonly scene: Scene;
  readonly palette: Palette;
  readonly view: View;
  /** Per pixel of the text's size. */
  readonly widthOf: (text: string) => number;
}

/** In pixels: no smaller, and no larger, than can be read at a glance. */
const NAME = { least: 9.5, most: 14, short: 11 };
const PRICE = 12;
const STAGE = { least: 9, most: 20, perUnit: 16, spacing: 0.14 };
/** A name ends at its section's border, less this share on both sides together. */
const INSIDE = 0.86;
/** From this many pixels between places on, rows are named instead of sections. */
const ROWS_FROM = 13;

/** Names of sections with their lowest price and of the stage; in CSS pixels. */
export function paintLabels(pen: CanvasRenderingContext2D, paint: Paint, sections: readonly SceneSection[]): void {
  pen.textBaseline = 'middle';
  pen.textAlign = 'center';
  paintDecorTexts(pen, paint);
  for (const section of sections) if (section.pitch * paint.view.scale < ROWS_FROM) paintName(pen, paint, section);
}

/** Sizes of text by halves of a pixel, so that a zoom does not ask for new letters with every frame. */
const half = (size: number) => Math.floor(size * 2) / 2;

export const namesRows = ({ pitch }: SceneSection, { scale }: View): boolean => pitch * scale >= ROWS_FROM;

function paintDecorTexts(pen: CanvasRenderingContext2D, { scene, palette, view, widthOf }: Paint) {
  for (const { at, text, kind, box } of scene.decor) {
    if (!at || text === '') continue;
    const font = half(Math.max(STAGE.least, Math.min(STAGE.most, STAGE.perUnit * view.scale)));
    const width = (widthOf(text.toUpperCase()) + STAGE.spacing * text.length) * font;
    pen.font = `600 ${font}px ${palette.font}`;
    pen.letterSpacing = `${STAGE.spacing * font}px`;
    const turned = width > box.width * view.scale && box.height > box.width;
    pen.fillStyle = kind === 'stage' ? palette.ink : palette['ink-soft'];
    const middle = turned ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : at;
    if (width <= Math.max(box.width, box.height) * view.scale) turnedText(pen, text.toUpperCase(), onScreen(view, middle), turned);
    pen.letterSpacing = '0px';
  }
}

function turnedText(pen: CanvasRenderingContext2D, text: string, { x, y }: Point, turned: boolean) {
  pen.save();
  pen.translate(x, y);
  if (turned) pen.rotate(-Math.PI / 2);
  pen.fillText(text, 0, 0);
  pen.restore();
}

interface Name {
  readonly text: string;
  readonly font: number;
  readonly turned: boolean;
}

/** The whole name where it fits; `112` of `Platea alta 112` where only that does. */
function nameOf(pen: CanvasRenderingContext2D, { store, view, widthOf }: Paint, { index, path }: SceneSection): Name | null {
  const shape = store.picture.sections[index];
  if (!shape) return null;
  const font = half(Math.min(NAME.most, shape.labelSize * view.scale));
  if (font >= NAME.least) return { text: shape.label, font, turned: shape.labelTurned };
  const short = /\S*\d\S*$/.exec(shape.label)?.[0];
  if (!short) return null;
  const height = NAME.short * 0.55;
  // Measured with zeros, so that equal sections agree on whether their number fits.
  const line = {
    at: shape.labelAt,
    turned: false,
    along: widthOf(short.replaceAll(/\d/g, '0')) * NAME.short,
    above: height,
    below: height,
  };
  return liesInside(pen, view, path, line) ? { text: short, font: NAME.short, turned: false } : null;
}

function paintName(pen: CanvasRenderingContext2D, paint: Paint, section: SceneSection) {
  const { store, palette, view } = paint;
  const { index, pitch } = section;
  const shape = store.picture.sections[index];
  const name = nameOf(pen, paint, section);
  if (!shape || !name) return;
  const { text, font, turned } = name;
  const overPlaces = placesShare(pitch * view.scale) > 0.5;
  const { free } = store.get().stock[index] ?? {};
  const level = levelShown(store, index);
  const { x, y } = onScreen(view, shape.labelAt);
  pen.save();
  pen.translate(x, y);
  if (turned) pen.rotate(-Math.PI / 2);
  const width = paint.widthOf(text) * font;
  if (overPlaces || free === 0) paintGround(pen, palette, { width: width + font * 0.9, height: font * 1.6 });
  const onColour = !overPlaces && free !== 0 && free !== undefined;
  pen.fillStyle = onColour ? (palette.levels[level]?.ink ?? palette.ink) : free === 0 ? palette['ink-soft'] : palette.ink;
  const price = overPlaces || free === 0 ? '' : priceLine(pen, paint, section, name);
  pen.font = `600 ${font}px ${palette.font}`;
  pen.fillText(text, 0, price ? -font * 0.62 : 0);
  if (price) {
    pen.font = `500 ${Math.min(font, PRICE)}px ${palette.font}`;
    pen.fillText(price, 0, font * 0.72);
  }
  pen.restore();
}

/** `C · $ 56.000` where its line lies within the section: the letter repeats the colour for those who do not see it. */
function priceLine(
  pen: CanvasRenderingContext2D,
  { store, view, widthOf }: Paint,
  { index, path }: SceneSection,
  { font, turned }: Name,
): string {
  const level = store.levels[levelShown(store, index)];
  const at = store.picture.sections[index]?.labelAt;
  if (!level || !at) return '';
  const text = `${level.letter} · ${level.priceText}`;
  const fits = liesInside(pen, view, path, {
    at,
    turned,
    along: widthOf(text) * Math.min(font, PRICE),
    above: 1.2 * font,
    below: 1.35 * font,
  });
  return fits ? text : '';
}

interface Line {
  /** On the map. */
  readonly at: Point;
  readonly turned: boolean;
  /** In pixels: the text's length, and its extent above and below the point. */
  readonly along: number;
  readonly above: number;
  readonly below: number;
}

function liesInside(pen: CanvasRenderingContext2D, { scale }: View, path: Path2D, { at, turned, along, above, below }: Line): boolean {
  const reach = along / 2 / INSIDE;
  const corners: [number, number][] = [-reach, reach].flatMap((x): [number, number][] => [
    [x, -above],
    [x, below],
  ]);
  pen.save();
  pen.setTransform(1, 0, 0, 1, 0, 0);
  const inside = corners.every(([x, y]) => {
    const [dx, dy] = turned ? [y, -x] : [x, y];
    return pen.isPointInPath(path, at.x + dx / scale, at.y + dy / scale);
  });
  pen.restore();
  return inside;
}

function paintGround(pen: CanvasRenderingContext2D, { surface }: Palette, { width, height }: Size) {
  pen.fillStyle = surface;
  pen.globalAlpha = 0.9;
  pen.beginPath();
  pen.roundRect(-width / 2, -height / 2, width, height, height / 2);
  pen.fill();
  pen.globalAlpha = 1;
}
