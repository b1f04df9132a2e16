import type { QueueDocument } from '@butaca/fair-queue';
import type { PageSettings } from './room/settings.ts';
import { messageOf, titleParts } from './room/title.ts';
import { actions, type View } from './room/view.ts';

export const byId = <E extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as E;

/** Fills an element, and only when something changed: what somebody reads or has selected stays as it is. */
export function setText(id: string, text: string | null) {
  const element = byId(id);
  element.hidden = text === null || text === '';
  if (element.textContent !== (text ?? '')) element.textContent = text ?? '';
}

/** Shows or hides an element; one that has the focus gives it to the heading before it goes. */
export function show(id: string, isShown: boolean) {
  const element = byId(id);
  if (element.hidden === !isShown) return;
  if (!isShown && element.contains(document.activeElement)) byId('heading').focus();
  element.hidden = !isShown;
}

/** Puts a view into the places that the server wrote. */
export function paintView(view: View) {
  byId('stage').dataset.screen = view.kind;
  setText('above', view.above);
  setText('figure', view.figure);
  // As large as fits on one line.
  byId('figure').style.setProperty('--chars', String(view.figure?.length ?? 1));
  setText('below', view.below);
  setText('heading', view.heading);
  fill('lines', view.lines, (line) => element('p', line));
  fill('facts', view.facts, ({ name, value }) => {
    const fact = document.createElement('div');
    fact.append(element('dt', name), element('dd', value));
    return fact;
  });
  show('facts', view.facts.length > 0);
  show('progress', view.progress !== null);
  if (view.progress) {
    const { percent, text } = view.progress;
    const seats = byId('seats');
    seats.style.setProperty('--done', `${percent}%`);
    seats.setAttribute('aria-valuenow', String(percent));
    seats.setAttribute('aria-valuetext', text);
    setText('progress-text', text);
  }
  for (const action of actions) show(`do-${action}`, view.actions.includes(action));
}

/** What the organiser may change while people wait. */
export function paintDocument(room: QueueDocument, { language }: Pick<PageSettings, 'language'>) {
  const { show: name, rest } = titleParts(room);
  const message = messageOf(room, language);
  setText('show', name);
  setText('when', rest);
  setText('message-text', message);
  show('message', message !== '');
  setText('commitment', room.commitment);
  show('draw', room.startsAt !== null);
  show('proof', room.phase === 'closed' && room.drawn !== null);
}

export function element<K extends keyof HTMLElementTagNameMap>(tag: K, text: string): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

const filled = new Map<string, string>();

export function fill<T>(id: string, items: readonly T[], make: (item: T) => Node) {
  const key = JSON.stringify(items);
  if (filled.get(id) === key) return;
  filled.set(id, key);
  byId(id).replaceChildren(...items.map(make));
}
