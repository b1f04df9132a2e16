import { Skeleton } from '@butaca/ui/components/Skeleton.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import frameTexts from '../i18n/es/frame.json';
import styles from './PageShell.module.css';
import { useFrame } from './use-frame.ts';

/** Stands for any page until the browser has read its data. */
export function PageShell() {
  const { t } = useTranslation(frameTexts);
  const { brand } = useFrame();
  return (
    <main id="main" className={styles.shell} aria-busy="true">
      <title>{brand.name}</title>
      <meta name="robots" content="noindex" />
      <p className="visually-hidden" role="status">
        {t('shell.loading')}
      </p>
      <div className={styles.bars} aria-hidden="true">
        <Skeleton width="min(24rem, 80%)" height="3rem" />
        <Skeleton width="min(14rem, 50%)" height="1.5rem" />
        <Skeleton width="100%" height="18rem" />
      </div>
      <noscript>
        <p className={styles.noScript}>{t('shell.no-script')}</p>
      </noscript>
    </main>
  );
}
