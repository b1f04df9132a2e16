import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { Fragment, useEffect } from 'react';
import boxOfficeTexts from '../i18n/es/box-office.json';
import styles from './Keys.module.css';
import { type KeysOf, type KeyUse, keysOf } from './keys-of.ts';

/** Function keys, so that none of them is a letter of a name that is being typed. */
const FUNCTION_KEYS = new Set(['F2', 'F3', 'F4', 'F6', 'F7', 'F8', 'F9', 'F10']);

/** Lists what each key does on this screen, less what this counter does not have; hidden on devices without a keyboard. */
export function KeyList({ of, without }: { of: KeysOf; without: readonly KeyUse[] }) {
  const { t } = useTranslation(boxOfficeTexts);
  const keys = keysOf[of].filter(({ does }) => !without.includes(does));
  if (keys.length === 0) return null;
  return (
    <aside className={`${styles.keys} screen-only`} aria-label={t('keys')}>
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

/** A function key presses the control that names it in `aria-keyshortcuts`, or goes to it if it is a field, and chooses it if it is a radio button or ticks it, wherever the focus is. */
export function useKeys() {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!FUNCTION_KEYS.has(event.key) || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
      // The browser has its own use for some of them, whether or not the screen has one.
      event.preventDefault();
      // A key that is held down presses once, and what stands under a dialog cannot be pressed.
      if (event.repeat || document.querySelector('dialog[open]')) return;
      const control = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${event.key}"]`);
      if (!control || control.closest('[inert]')) return;
      if (control instanceof HTMLInputElement) control.focus();
      if (!(control instanceof HTMLInputElement) || control.type === 'radio' || control.type === 'checkbox') control.click();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
