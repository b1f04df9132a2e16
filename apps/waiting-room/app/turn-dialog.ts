import { byId, setText } from './paint.ts';
import type { Say } from './room/texts.ts';
import type { View } from './room/view.ts';

interface Options {
  readonly t: Say;
  /** Goes in; answers what to say when that failed. */
  readonly onEnter: () => Promise<string | null>;
}

/**
 * Says that it is the visitor's turn, and waits for them: nothing happens by itself. The focus is put on its title, because
 * somebody who is just scrolling with the space bar must not press a button that was not there a moment ago.
 */
export function turnDialog({ t, onEnter }: Options) {
  const dialog = byId<HTMLDialogElement>('turn');
  const enter = byId<HTMLButtonElement>('turn-enter');

  enter.addEventListener('click', async () => {
    enter.ariaBusy = 'true';
    setText('turn-fault', null);
    const fault = await onEnter();
    enter.ariaBusy = null;
    setText('turn-fault', fault);
  });
  byId('turn-later').addEventListener('click', () => dialog.close());

  return {
    isOpen: () => dialog.open,
    open() {
      if (dialog.open) return;
      // A question that stands open would lie over it.
      byId<HTMLDialogElement>('leaving').close();
      setText('turn-fault', null);
      dialog.showModal();
      byId('turn-title').focus();
    },
    close() {
      if (dialog.open) dialog.close();
    },
    paint({ kind, figure, lines }: View) {
      if (kind !== 'turn') return;
      byId('turn-count').hidden = figure === null;
      setText('turn-figure', figure);
      byId('turn-figure').style.setProperty('--chars', String(figure?.length ?? 1));
      setText('turn-text', lines.join(' ') || t('turn.text.untimed'));
    },
  };
}
