const SAMPLE_PX = 100;
/** The names on a map weigh as much as their prices, near enough. */
const WEIGHT = 600;

/** How wide a text is per pixel of its size; measured once, because measuring at every step of a zoom costs more than drawing. */
export function textWidths(pen: CanvasRenderingContext2D, family: string): (text: string) => number {
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
