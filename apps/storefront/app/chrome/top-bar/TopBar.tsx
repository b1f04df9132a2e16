import { Menu } from '@butaca/ui/components/Menu.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { Fragment, type ReactNode, Suspense, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { openFaultDialog } from '../../frame/fault-dialog.ts';
import { PurchaseInBar } from '../../frame/purchase-pieces.ts';
import { usePurchasePresence } from '../../frame/stored-timer.ts';
import { type Frame, useFrame } from '../../frame/use-frame.ts';
import chromeTexts from '../../i18n/es/chrome.json';
import { pathTo } from '../../paths.ts';
import { BrandMark } from '../BrandMark.tsx';
import { type BarArrangement, type BarPart, partsOf, showsPurchase, themeOf, typesOfBar } from '../variants.ts';
import { AccountArea } from './AccountArea.tsx';
import { Categories, CategoryLinks } from './Categories.tsx';
import { FilterIcon, MenuIcon } from './icons.tsx';
import { LanguagePicker } from './LanguagePicker.tsx';
import type { MenuDrawer } from './MenuDrawer.tsx';
import { SearchBox } from './SearchBox.tsx';
import styles from './TopBar.module.css';

/** The top bar: one of 13 arrangements from 960 px on, below that two rows with the search in the second (TB-010, C-24, C-43). */
export function TopBar({ frame }: { frame: Frame }) {
  const { t } = useTranslation(chromeTexts);
  const [menu, setMenu] = useState(false);
  /** Loaded when it is first opened; it stays to give the focus back. */
  const [Drawer, setDrawer] = useState<typeof MenuDrawer | null>(null);
  const openMenu = async () => {
    const loaded = await import('./MenuDrawer.tsx').catch(() => null);
    if (!loaded) return openFaultDialog('attention.text');
    setDrawer(() => loaded.MenuDrawer);
    setMenu(true);
  };
  const { brand, bar: variant, showTypes } = frame;
  const types = typesOfBar(showTypes, variant);
  const others = showTypes.filter((type) => !types.includes(type));
  const shop = brand.flags.products;
  const height = { '--bar-mobile': `${variant.height.mobile}px`, '--bar-desktop': `${variant.height.desktop}px` } as React.CSSProperties;

  const { arrangement } = variant;
  const parts: Readonly<Record<BarPart, ReactNode>> = {
    logo: <Logo />,
    categories: (
      <nav className={styles.categories} aria-label={t('categories')}>
        <Categories types={types} />
        {others.length > 0 && (
          <Menu label={t('more')}>
            <CategoryLinks types={others} />
          </Menu>
        )}
      </nav>
    ),
    search: (
      <div className={styles.search}>
        <SearchBox id="search" minimum={variant.searchMinimum} />
        <Link className={styles.filter} to={pathTo('advancedsearch', {})} aria-label={t('advanced-search')}>
          <FilterIcon />
        </Link>
      </div>
    ),
    account: (
      <div className={styles.tools}>
        {shop && (
          <Link className={styles.shop} to={pathTo('CarteleraProductos', {})}>
            {t('shop')}
          </Link>
        )}
        <LanguagePicker />
        {showsPurchase(variant, brand.flags) && <PurchaseCorner />}
        <AccountArea />
        <button type="button" className={styles.menu} aria-label={t('menu')} aria-haspopup="dialog" onClick={() => void openMenu()}>
          <MenuIcon />
        </button>
      </div>
    ),
  };

  return (
    <>
      <header
        className={`${styles.bar} ${styles[variant.tone]}`}
        style={{ ...height, ...gridOf(arrangement) }}
        data-decks={arrangement.areas.length}
        data-phone={variant.phone}
        data-theme={themeOf(variant.tone)}
      >
        <div className={styles.row}>
          {partsOf(arrangement).map((part) => (
            <Fragment key={part}>{parts[part]}</Fragment>
          ))}
        </div>
      </header>
      {Drawer && <Drawer open={menu} onClose={() => setMenu(false)} {...{ types, others, shop }} />}
    </>
  );
}

/** What the style sheet lays the bar out by from 960 px on. */
const gridOf = ({ areas, columns, logo, search, searchWidth, categories }: BarArrangement) =>
  ({
    '--areas': areas.map((deck) => `"${deck}"`).join(' '),
    '--columns': columns,
    '--decks': areas.length === 1 ? '1fr' : 'auto auto',
    ...(logo && { '--logo-at': logo }),
    ...(search && { '--search-at': search }),
    ...(searchWidth && { '--search-width': searchWidth }),
    // The last button's own edge is not seen.
    ...(categories && { '--categories-at': categories }),
    ...(categories === 'end' && { '--categories-edge': '-0.25rem' }),
  }) as React.CSSProperties;

/** Leads to the billboard; on the billboard it loads the page again (TB-001, TB-002). */
function Logo() {
  const { t } = useTranslation(chromeTexts);
  const { brand } = useFrame();
  const { pathname } = useLocation();
  const isHome = pathname === '/';
  return (
    <Link
      className={styles.logo}
      to={pathTo('cartelera', {})}
      reloadDocument={isHome}
      aria-label={t('home', { name: brand.name })}
      {...(isHome ? { 'aria-current': 'page' as const } : {})}
    >
      <BrandMark className={styles.mark} />
      <span className={styles.name} aria-hidden="true">
        {brand.name}
      </span>
    </Link>
  );
}

/** Where clock and cart icon stand during a purchase, under the bar on phones (TB-045); kept free on pages where one may start. */
function PurchaseCorner() {
  const presence = usePurchasePresence();
  const { pathname } = useLocation();
  return (
    <div className={styles.corner} data-purchase-corner data-kept={/^\/(funcion|buyticket)/i.test(pathname) || undefined}>
      {/box|cart/.test(presence) && (
        <Suspense>
          <PurchaseInBar />
        </Suspense>
      )}
    </div>
  );
}
