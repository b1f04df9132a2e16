import { type CSSProperties, useEffect, useState } from 'react';
import { readPalette, seriesColour, watchTheme } from './canvas/colours.ts';
import type { ShownLevel } from './store/price-levels.ts';

/** The levels' colours as the canvas shows them in the theme that is on; on the server, as the map has them. */
export function useLevelColours(levels: readonly ShownLevel[]): readonly string[] {
  const [colours, setColours] = useState(() => levels.map(({ colour }, index) => colour ?? seriesColour(index)));
  useEffect(() => {
    const read = () => setColours(readPalette(document.body, levels).levels.map(({ fill }) => fill));
    read();
    return watchTheme(read);
  }, [levels]);
  return colours;
}

/** A level's colour for the style sheet, as `--level`. */
export const levelStyle = (colour: string | undefined) => ({ '--level': colour }) as CSSProperties;
