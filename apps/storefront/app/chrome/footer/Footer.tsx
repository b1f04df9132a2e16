import { Link } from 'react-router';
import type { Frame } from '../../frame/frame.ts';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { pathTo } from '../../paths.ts';
import { BrandMark } from '../BrandMark.tsx';
import { chromeTexts } from '../texts.ts';
import { themeOf } from '../tone.ts';
import styles from './Footer.module.css';
import { PictureLinks } from './PictureLinks.tsx';
import { footerVariant } from './variants.ts';

const pages = [
  'termsAndConditions',
  'privacyPolicies',
  'FAQ',
  'ComplaintsBook',
  'eticket',
  'TechnicalSupport',
  'Services',
  'PointSales',
] as const;

/** The footer: the house's pages, the withdrawal button, who answers for the sale, and the badges the law asks for (FT-001..FT-019). */
export function Footer({ frame: { brand } }: { frame: Frame }) {
  const { t } = useTranslation(chromeTexts);
  const { links, contact } = brand;
  const { badges } = links;
  const { arrangement, tone } = footerVariant(brand.chrome.footer);
  return (
    <footer className={`${styles.footer} ${styles[tone]} ${styles[arrangement]}`} data-theme={themeOf(tone)}>
      <div className={styles.inside}>
        <div className={styles.house}>
          <BrandMark className={styles.logo} />
          <address className={styles.address}>
            <span>{brand.name}</span>
            <span>{contact.address}</span>
            {contact.phones.map((phone) => (
              <a key={phone} href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
                {phone}
              </a>
            ))}
          </address>
          {arrangement === 'marquee' && <p className={styles.slogan}>{brand.slogan}</p>}
          {links.chat && (
            <a href={links.chat} target="_blank" rel="noopener" className={styles.chat}>
              {t('footer.chat')}
            </a>
          )}
        </div>
        <nav className={styles.pages} aria-label={t('footer.pages')}>
          <ul>
            {pages.map((page) => (
              <li key={page}>
                <Link to={pathTo(page, {})}>{t(`footer.${page}`)}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.rights}>
          <a className={styles.withdrawal} href={links.withdrawal.href}>
            {links.withdrawal.name}
          </a>
          <a href={links.withdrawalDocument.href}>{links.withdrawalDocument.name}</a>
          {links.social.length > 0 && (
            <ul className={styles.social} aria-label={t('footer.social')}>
              {links.social.map(({ name, href }) => (
                <li key={href}>
                  <a href={href} rel="noopener">
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
        <div className={styles.marks}>
          <PictureLinks label={t('footer.badges')} items={[badges.consumerDefense, badges.taxAuthority, badges.dataProtection]} />
          <PictureLinks label={t('footer.partners')} items={links.partners} />
          <PictureLinks label={t('footer.powered-by')} items={links.poweredBy} />
        </div>
      </div>
    </footer>
  );
}
