import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { Fragment, useEffect } from 'react';
import boxOfficeTexts from '../i18n/es/box-office.json';
import styles from './Keys.module.css';
import type { Counter } from './open-counter.ts';

/** Function keys, so that none of them is a letter of a name that is being typed. */
const FUNCTION_KEYS = new Set(['F2', 'F4', 'F6', 'F7', 'F8', 'F9', 'F10']);

/** What the keys of each screen do. The controls that they press say so with `aria-keyshortcuts`. */
const keysOf = {
  start: [
    { keys: ['↓', '↑'], does: 'key.list' },
    { keys: ['Enter'], does: 'key.open' },
  ],
  places: [
    { keys: ['0–9'], does: 'key.digits' },
    { keys: ['Enter', 'F4'], does: 'key.take' },
    { keys: ['F8'], does: 'key.charge' },
    { keys: ['F2'], does: 'key.other' },
  ],
  sale: [
    { keys: ['0–9'], does: 'key.amount' },
    { keys: ['F6'], does: 'key.cash' },
    { keys: ['F7'], does: 'key.terminal' },
    { keys: ['F10'], does: 'key.price' },
    { keys: ['Enter', 'F8'], does: 'key.charge' },
    { keys: ['F2'], does: 'key.next' },
  ],
  sold: [
    { keys: ['Enter', 'F9'], does: 'key.print' },
    { keys: ['F2'], does: 'key.next' },
  ],
  over: [{ keys: ['F2'], does: 'key.next' }],
  sales: [
    { keys: ['Enter'], does: 'key.find' },
    { keys: ['F6'], does: 'key.change' },
    { keys: ['F9'], does: 'key.print' },
    { keys: ['F10'], does: 'key.void' },
    { keys: ['F2'], does: 'key.next' },
  ],
  drawer: [
    { keys: ['F6'], does: 'key.cash-in' },
    { keys: ['F7'], does: 'key.cash-out' },
    { keys: ['0–9'], does: 'key.count' },
    { keys: ['Enter'], does: 'key.confirm' },
    { keys: ['F2'], does: 'key.next' },
  ],
  'not-a-counter': [],
} as const satisfies Record<Counter['at'] | 'sales' | 'drawer', readonly { keys: readonly string[]; does: keyof typeof boxOfficeTexts }[]>;

export type KeysOf = keyof typeof keysOf;
export type KeyUse = (typeof keysOf)[KeysOf][number]['does'];

/** Lists what each key does on this screen, less what this counter does not have; hidden on devices without a keyboard. */
export function KeyList({ of, without }: { of: KeysOf; without: readonly KeyUse[] }) {
  const { t } = useTranslation(boxOfficeTexts);
  const keys = keysOf[of].filter(({ does }) => !without.includes(does));
  if (keys.length === 0) return null;
  return (
    <aside className={styles.keys} aria-label={t('keys')}>
      <dl>
        {keys.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key, index) => (
                <Fragment key={key}>
                  {index > 0 && ' '}
                  <kbd>{key}</kbd>
                </Fragment>
              ))}
            </dt>
            <dd>{t(does)}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}

/** A function key presses the control that names it in `aria-keyshortcuts`, wherever the focus is. */
export function useKeys() {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!FUNCTION_KEYS.has(event.key) || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
      // The browser has its own use for some of them, whether or not the screen has one.
      event.preventDefault();
      // A key that is held down presses once, and what stands under a dialog cannot be pressed.
      if (event.repeat || document.querySelector('dialog[open]')) return;
      const control = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${event.key}"]`);
      if (control && !control.closest('[inert]')) control.click();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
