import { Link, useLocation } from 'react-router';
import { useFrame } from '../../frame/use-frame.ts';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { pathTo } from '../../paths.ts';
import { BrandMark } from '../BrandMark.tsx';
import { chromeTexts } from '../texts.ts';
import styles from './Logo.module.css';

/** Leads to the billboard; on the billboard it loads the page again (TB-001, TB-002). */
export function Logo() {
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
