import { slug } from '../slug.ts';
import { type Node, typesOf } from './node.ts';

/** QUANTITY shows have type 100 in every deployment (C-33). */
const MUSEUM = 100;

const names: Readonly<Record<string, string>> = {
  TheaterEvent: 'Teatro',
  MusicEvent: 'Recitales',
  ComedyEvent: 'Humor',
  ChildrensEvent: 'Infantiles',
  DanceEvent: 'Danza',
  SportsEvent: 'Deportes',
  ExhibitionEvent: 'Museos',
  VisualArtsEvent: 'Museos',
  Festival: 'Festivales',
  ScreeningEvent: 'Cine',
  LiteraryEvent: 'Letras',
};
const OTHER = 'Otros';

/** Finds the show type an event belongs to, or makes up the next free one. */
export function showTypeFor(event: Node, types: readonly { readonly id: number; readonly name: string }[]): { id: number; name: string } {
  const name = typesOf(event).flatMap((type) => names[type] ?? [])[0] ?? OTHER;
  const known = types.find((type) => slug(type.name) === slug(name));
  if (known) return known;
  const taken = new Set([MUSEUM, ...types.map(({ id }) => id)]);
  if (name === 'Museos' && !types.some(({ id }) => id === MUSEUM)) return { id: MUSEUM, name };
  let id = 1;
  while (taken.has(id)) id += 1;
  return { id, name };
}
