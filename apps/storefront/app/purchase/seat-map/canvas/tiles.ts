import type { Box, View } from '../map/view.ts';

/** Pixels of the screen, not of CSS. */
const TILE = 256;
const MOST_TILES = 96;
/** Kept ready around what is seen, in tiles. */
const AHEAD = 1;

type Pen = CanvasRenderingContext2D;

interface Tile {
  readonly column: number;
  readonly row: number;
  readonly pen: Pen;
  spoilt: boolean;
  lastFrame: number;
}

/** Pixels of the screen per unit of the map, and where the map begins. */
interface Placement {
  readonly scale: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export type TileLayer = ReturnType<typeof createTileLayer>;

/**
 * Places painted once for a scale and then only moved; `paint` draws a box of the map from its upper left corner. Tiles
 * that are not needed any more go to `spare`, from where another layer takes its own.
 */
export function createTileLayer(scale: number, spare: Pen[], paint: (pen: Pen, box: Box) => void) {
  const tiles = new Map<string, Tile>();
  const side = TILE / scale;
  let frame = 0;
  let lastTileMs = 0;

  const boxOf = (column: number, row: number): Box => ({ left: column * side, top: row * side, width: side, height: side });

  function paintTile(column: number, row: number) {
    const key = `${column} ${row}`;
    const tile = tiles.get(key) ?? { column, row, pen: spare.pop() ?? newPen(), spoilt: true, lastFrame: frame };
    tile.pen.clearRect(0, 0, TILE, TILE);
    paint(tile.pen, boxOf(column, row));
    tile.spoilt = false;
    tile.lastFrame = frame;
    tiles.set(key, tile);
    if (tiles.size > MOST_TILES) forgetOldest();
  }

  function forgetOldest() {
    const oldest = [...tiles].reduce((a, b) => (b[1].lastFrame < a[1].lastFrame ? b : a));
    tiles.delete(oldest[0]);
    spare.push(oldest[1].pen);
  }

  function range({ scale: shown, left, top, width, height }: Placement, ahead: number) {
    return {
      left: Math.floor(left / side) - ahead,
      top: Math.floor(top / side) - ahead,
      right: Math.floor((left + width / shown) / side) + ahead,
      bottom: Math.floor((top + height / shown) / side) + ahead,
    };
  }

  /** Tiles to paint, nearest to the middle first. */
  function wanted(placement: Placement, ahead: number) {
    const { left, top, right, bottom } = range(placement, ahead);
    const middle = { column: (left + right) / 2, row: (top + bottom) / 2 };
    const found: { column: number; row: number; away: number }[] = [];
    for (let row = top; row <= bottom; row += 1) {
      for (let column = left; column <= right; column += 1) {
        const tile = tiles.get(`${column} ${row}`);
        if (!tile || tile.spoilt) found.push({ column, row, away: Math.hypot(column - middle.column, row - middle.row) });
      }
    }
    return found.sort((a, b) => a.away - b.away);
  }

  const cornerOf = ({ scale: shown, left, top }: Placement, column: number, row: number) => {
    // Rounded once for all, so that tiles of the shown scale meet without a seam and are copied pixel by pixel.
    const [x, y] = [Math.round(-left * shown), Math.round(-top * shown)];
    const step = side * shown;
    return { x: x + column * step, y: y + row * step, step };
  };

  return {
    scale,
    /** Boxes of the screen whose places are not painted yet. */
    holes(placement: Placement): Box[] {
      const { left, top, right, bottom } = range(placement, 0);
      const found: Box[] = [];
      for (let row = top; row <= bottom; row += 1) {
        for (let column = left; column <= right; column += 1) {
          if (tiles.has(`${column} ${row}`)) continue;
          const { x, y, step } = cornerOf(placement, column, row);
          found.push({ left: x, top: y, width: step, height: step });
        }
      }
      return found;
    },
    draw(pen: Pen, placement: Placement) {
      frame += 1;
      const { left, top, right, bottom } = range(placement, 0);
      for (const tile of tiles.values()) {
        if (tile.column < left || tile.column > right || tile.row < top || tile.row > bottom) continue;
        tile.lastFrame = frame;
        const { x, y, step } = cornerOf(placement, tile.column, tile.row);
        if (Math.abs(step - TILE) < 1e-6) pen.drawImage(tile.pen.canvas, Math.round(x), Math.round(y));
        else pen.drawImage(tile.pen.canvas, x, y, step, step);
      }
    },
    /** Paints what is missing until the time is over; true when nothing is missing any more. */
    fill(placement: Placement, { until, ahead }: { until: number; ahead: boolean }): boolean {
      const startedPainting = performance.now();
      for (const { column, row } of wanted(placement, ahead ? AHEAD : 0)) {
        const startedAt = performance.now();
        if (startedAt > startedPainting && startedAt + lastTileMs > until) return false;
        paintTile(column, row);
        lastTileMs = performance.now() - startedAt;
      }
      return true;
    },
    /** Gives its tiles away. */
    drop() {
      for (const { pen } of tiles.values()) spare.push(pen);
      tiles.clear();
    },
    /** These places changed; null for all. */
    spoil(at: { x: number; y: number; reach: number } | null) {
      if (!at) {
        for (const tile of tiles.values()) tile.spoilt = true;
        return;
      }
      for (let row = Math.floor((at.y - at.reach) / side); row <= Math.floor((at.y + at.reach) / side); row += 1) {
        for (let column = Math.floor((at.x - at.reach) / side); column <= Math.floor((at.x + at.reach) / side); column += 1) {
          const tile = tiles.get(`${column} ${row}`);
          if (tile) tile.spoilt = true;
        }
      }
    },
  };
}

function newPen(): Pen {
  const canvas = document.createElement('canvas');
  canvas.width = TILE;
  canvas.height = TILE;
  return canvas.getContext('2d') as Pen;
}

/** In pixels of the screen. */
export const placementOf = (view: View, size: { width: number; height: number }, ratio: number): Placement => ({
  scale: view.scale * ratio,
  left: view.left,
  top: view.top,
  width: size.width * ratio,
  height: size.height * ratio,
});
