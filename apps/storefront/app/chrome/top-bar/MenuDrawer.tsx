import type { ShowType } from '@butaca/contract';
import { Dialog } from '@butaca/ui/components/Dialog.tsx';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { pathTo } from '../../paths.ts';
import { chromeTexts } from '../texts.ts';
import { Categories } from './Categories.tsx';
import { MenuIcon } from './icons.tsx';
import { LanguageName } from './LanguageName.tsx';
import styles from './MenuDrawer.module.css';
import { useAccountItems } from './use-account-items.tsx';

/** The right-side drawer of small screens: categories, shop and account (TB-007). */
export function MenuDrawer({ types, shop }: { types: readonly ShowType[]; shop: boolean }) {
  const { t } = useTranslation(chromeTexts);
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const account = useAccountItems();
  return (
    <>
      <button type="button" className={styles.open} aria-label={t('menu')} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <MenuIcon />
      </button>
      <Dialog open={open} onClose={close} title={t('menu')} closeLabel={t('close')} side>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: following a link or pressing a button inside closes the drawer, by whatever means */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the elements inside are the interactive ones */}
        <div className={styles.inside} onClick={(event) => (event.target as Element).closest('a, button') && close()}>
          <nav aria-label={t('categories')}>
            <h3 className={styles.heading}>{t('categories')}</h3>
            <Categories types={types} />
          </nav>
          <nav aria-label={t('account')}>
            <h3 className={styles.heading}>{t('account')}</h3>
            <ul className={styles.links}>
              {account.map((item, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the entries of a menu do not change places
                <li key={index}>{item}</li>
              ))}
              {shop && (
                <li>
                  <Link to={pathTo('CarteleraProductos', {})}>{t('shop')}</Link>
                </li>
              )}
            </ul>
          </nav>
          <LanguageName />
        </div>
      </Dialog>
    </>
  );
}
