import type { PublicBrand } from '@butaca/brand';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { type Frame, useFrame } from '../frame/use-frame.ts';
import chromeTexts from '../i18n/es/chrome.json';
import { NewsletterSection } from '../newsletter/NewsletterSection.tsx';
import { pathTo } from '../paths.ts';
import { BrandMark } from './BrandMark.tsx';
import styles from './Footer.module.css';
import { type FooterPart, footerParts } from './footer-variants.ts';
import { themeOf } from './variants.ts';

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

/**
 * The footer: information pages, the withdrawal button, the seller's address, and the badges that the law requires (FT-001..FT-019). In a
 * purchase only a line of pages and the button: nothing leads away from it.
 */
export function Footer({ frame: { brand, footers }, inPurchase }: { frame: Frame; inPurchase?: boolean }) {
  const variant = inPurchase ? footers.purchase : footers.usual;
  const { t } = useTranslation(chromeTexts);
  const { links } = brand;
  const { badges } = links;
  const parts: Readonly<Record<FooterPart, ReactNode>> = {
    house: <House brand={brand} withSlogan={variant.marquee === true} />,
    pages: (
      <nav className={styles.pages} aria-label={t('footer.pages')}>
        <ul>
          {pages.map((page) => (
            <li key={page}>
              <Link to={pathTo(page, {})}>{t(`footer.${page}`)}</Link>
            </li>
          ))}
        </ul>
      </nav>
    ),
    rights: (
      <div className={styles.rights}>
        <a className={styles.withdrawal} href={links.withdrawal.href}>
          {links.withdrawal.name}
        </a>
        <a href={links.withdrawalDocument.href}>{links.withdrawalDocument.name}</a>
      </div>
    ),
    social: links.social.length > 0 && (
      <ul className={styles.social} aria-label={t('footer.social')}>
        {links.social.map(({ name, href }) => (
          <li key={href}>
            <a href={href} rel="noopener">
              {name}
            </a>
          </li>
        ))}
      </ul>
    ),
    newsletter: (
      <div className={styles.newsletter}>
        <NewsletterSection />
      </div>
    ),
    marks: (
      <div className={styles.marks}>
        <PictureLinks label={t('footer.badges')} items={[badges.consumerDefense, badges.taxAuthority, badges.dataProtection]} />
        <PictureLinks label={t('footer.partners')} items={links.partners} />
        <PictureLinks label={t('footer.powered-by')} items={links.poweredBy} />
      </div>
    ),
  };
  return (
    <footer
      className={`${styles.footer} ${styles[variant.tone]}`}
      style={{ '--areas': variant.areas.map((row) => `"${row}"`).join(' '), '--columns': variant.columns } as React.CSSProperties}
      data-house={variant.marquee ? 'marquee' : undefined}
      data-pages={variant.pages}
      data-marks={variant.marks}
      data-centred={variant.centred}
      data-look={variant.look}
      data-theme={themeOf(variant.tone)}
    >
      <div className={styles.inside}>
        {footerParts(variant).map((part) => (
          <Fragment key={part}>{parts[part]}</Fragment>
        ))}
      </div>
    </footer>
  );
}

/** Who sells, and how to reach them. */
function House({ brand: { name, slogan, contact, links }, withSlogan }: { brand: PublicBrand; withSlogan: boolean }) {
  const { t } = useTranslation(chromeTexts);
  return (
    <div className={styles.house}>
      <BrandMark className={styles.logo} />
      <address className={styles.address}>
        <span>{name}</span>
        <span>{contact.address}</span>
        {contact.phones.map((phone) => (
          <a key={phone} href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
            {phone}
          </a>
        ))}
      </address>
      {withSlogan && <p className={styles.slogan}>{slogan}</p>}
      {links.chat && (
        <a href={links.chat} target="_blank" rel="noopener" className={styles.chat}>
          {t('footer.chat')}
        </a>
      )}
    </div>
  );
}

interface PictureLink {
  readonly name: string;
  readonly href: string;
  readonly image: string;
}

/** Badges or logos of the brand, each a link with its name. */
function PictureLinks({ label, items }: { label: string; items: readonly PictureLink[] }) {
  const { pictures } = useFrame();
  if (items.length === 0) return null;
  return (
    <ul className={styles.pictures} aria-label={label}>
      {items.map(({ name, href, image }) => (
        <li key={image}>
          <a href={href} rel="noopener">
            <img {...pictures[image]} alt="" loading="lazy" decoding="async" />
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
