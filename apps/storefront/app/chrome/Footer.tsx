import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { Link } from 'react-router';
import { type Frame, useFrame } from '../frame/use-frame.ts';
import chromeTexts from '../i18n/es/chrome.json';
import { pathTo } from '../paths.ts';
import { BrandMark } from './BrandMark.tsx';
import styles from './Footer.module.css';
import { type Tone, themeOf } from './variants.ts';

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

/** The footer: information pages, the withdrawal button, the seller's address, and the badges that the law requires (FT-001..FT-019). */
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

interface PictureLink {
  readonly name: string;
  readonly href: string;
  readonly image: string;
}

/** A row of badges or logos from the brand, each a link with its name. */
function PictureLinks({ label, items }: { label: string; items: readonly PictureLink[] }) {
  const { pictures } = useFrame();
  if (items.length === 0) return null;
  return (
    <ul className={styles.pictures} aria-label={label}>
      {items.map(({ name, href, image }) => (
        <li key={image}>
          <a href={href} rel="noopener">
            <img src={pictures[image]} alt={name} height={40} loading="lazy" decoding="async" />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** How one of the 13 footers differs (C-24): the same links, arranged and coloured otherwise. */
interface FooterVariant {
  /** Three columns over the badges, or the brand's name large beside its pages, with the consumer rights in a row below. */
  readonly arrangement: 'columns' | 'marquee';
  readonly tone: Tone;
}

const columns = (tone: Tone): FooterVariant => ({ arrangement: 'columns', tone });
const marquee = (tone: Tone): FooterVariant => ({ arrangement: 'marquee', tone });

const variants: Readonly<Record<number, FooterVariant>> = {
  1: columns('paper'),
  2: columns('sunken'),
  3: columns('night'),
  4: marquee('sunken'),
  5: columns('paper'),
  6: columns('night'),
  7: marquee('paper'),
  8: columns('sunken'),
  9: marquee('night'),
  10: columns('paper'),
  11: marquee('night'),
  12: marquee('sunken'),
  13: columns('night'),
};

const footerVariant = (number: number): FooterVariant => variants[number] ?? columns('sunken');
