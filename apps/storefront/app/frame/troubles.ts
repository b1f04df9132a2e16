import { createStore, useStore } from '@butaca/browser/create-store.ts';

/** Titles of the frame's dialogs by their message key (C-03). */
export type Trouble = 'Attention';

const trouble = createStore<Trouble | null>(null);

/** Opens the frame's dialog; several failures at once are one dialog (AN-005). */
export const showTrouble = (title: Trouble) => trouble.set(title);

export const closeTrouble = () => trouble.set(null);

export const useTrouble = (): Trouble | null => useStore(trouble, () => null);
