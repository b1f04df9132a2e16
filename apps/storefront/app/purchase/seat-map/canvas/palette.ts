import type { ShownLevel } from '../store/price-levels.ts';
import { inkOn, mix, seriesColour, standingOut } from './colours.ts';

const TOKENS = ['paper', 'surface', 'sunken', 'empty', 'ink', 'ink-soft', 'hairline', 'edge', 'accent', 'focus'] as const;
type Token = (typeof TOKENS)[number];

/** How much of a level's colour is left where a filter asks for another one. */
const DIMMED = 0.78;
/** The stage has a muted colour. */
const STAGE = 0.7;

interface LevelColours {
  readonly fill: string;
  /** Reads on the fill. */
  readonly ink: string;
  readonly dimmed: string;
}

/** The colours of the theme that is on, as the canvas needs them: computed. */
export interface Palette extends Readonly<Record<Token, string>> {
  readonly stage: string;
  readonly levels: readonly LevelColours[];
  readonly font: string;
}

export function readPalette(element: HTMLElement, levels: readonly ShownLevel[]): Palette {
  const probe = element.ownerDocument.createElement('span');
  element.append(probe);
  const computed = (token: Token) => {
    probe.style.color = `var(--${token})`;
    return getComputedStyle(probe).color;
  };
  const tokens = Object.fromEntries(TOKENS.map((token) => [token, computed(token)])) as Record<Token, string>;
  const font = getComputedStyle(element).fontFamily;
  probe.remove();
  const stage = mix(tokens['ink-soft'], tokens.sunken, STAGE);
  return { ...tokens, stage, font, levels: levels.map(({ colour }, index) => coloursOf(colour ?? seriesColour(index), tokens)) };
}

function coloursOf(colour: string, { surface, ink, paper }: Readonly<Record<Token, string>>): LevelColours {
  const fill = standingOut(colour, surface);
  return { fill, ink: inkOn(fill, [paper, ink]), dimmed: mix(fill, surface, DIMMED) };
}
