import type { DemoShow } from './demo-show.ts';
import { classicalShows } from './shows/classical.ts';
import { comedyShows } from './shows/comedy.ts';
import { concertShows } from './shows/concerts.ts';
import { familyShows } from './shows/family.ts';
import { museumShows } from './shows/museum.ts';
import { operaShows } from './shows/opera.ts';
import { sportShows } from './shows/sport.ts';
import { theatreShows } from './shows/theatre.ts';

export type { DemoShow } from './demo-show.ts';

/** Every show of the demo catalogue, grouped by show type. */
export const demoShows: readonly DemoShow[] = [
  ...theatreShows,
  ...concertShows,
  ...classicalShows,
  ...operaShows,
  ...comedyShows,
  ...familyShows,
  ...sportShows,
  ...museumShows,
];
