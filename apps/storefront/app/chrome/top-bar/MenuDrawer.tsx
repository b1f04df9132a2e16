import type { ShowType } from '@butaca/contract';
import { Dialog } from '@butaca/ui/components/Dialog.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { Link } from 'react-router';
import chromeTexts from '../../i18n/es/chrome.json';
import { pathTo } from '../../paths.ts';
import { AccountEntries } from './AccountEntries.tsx';
import { Categories } from './Categories.tsx';
import { LanguagePicker } from './LanguagePicker.tsx';
import styles from './MenuDrawer.module.css';

interface MenuDrawerProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly types: readonly ShowType[];
  /** Those that the bar has no room for. */
  readonly others: readonly ShowType[];
  readonly shop: boolean;
}

/** The right-side drawer of small screens: categories, shop and account (TB-007). */
export function MenuDrawer({ open, onClose, types, others, shop }: MenuDrawerProps) {
  const { t } = useTranslation(chromeTexts);
  return (
    <Dialog open={open} onClose={onClose} title={t('menu')} closeLabel={t('close')} side>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: following a link or pressing a button inside closes the drawer, by whatever means */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the elements inside are the interactive ones */}
      <div className={styles.inside} onClick={(event) => (event.target as Element).closest('a, button') && onClose()}>
        <nav aria-label={t('categories')}>
          <h3 className={styles.heading}>{t('categories')}</h3>
          <Categories types={types} />
          {others.length > 0 && (
            <details>
              <summary>{t('more')}</summary>
              <Categories types={others} />
            </details>
          )}
        </nav>
        <nav aria-label={t('account')}>
          <h3 className={styles.heading}>{t('account')}</h3>
          <ul className={styles.links}>
            <AccountEntries />
            {shop && (
              <li>
                <Link to={pathTo('CarteleraProductos', {})}>{t('shop')}</Link>
              </li>
            )}
          </ul>
        </nav>
        <LanguagePicker asList />
      </div>
    </Dialog>
  );
}
