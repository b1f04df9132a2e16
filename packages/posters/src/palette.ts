/** Five inks as #rrggbb: paper, type, then three for the drawing. */
export type Palette = readonly [paper: string, ink: string, first: string, second: string, third: string];
