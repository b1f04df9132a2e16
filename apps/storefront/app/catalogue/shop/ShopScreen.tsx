import type { ListedProduct } from '@butaca/contract';
import { Poster } from '@butaca/ui/components/Poster.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { Link } from 'react-router';
import { PageMeta } from '../../frame/PageMeta.tsx';
import { useMoney } from '../../frame/use-frame.ts';
import shopTexts from '../../i18n/es/shop.json';
import { pathTo } from '../../paths.ts';
import { dayOfWeekAndMonth, timeOf, useCalendarWords } from '../when.tsx';
import styles from './Shop.module.css';

interface ShopScreenProps {
  /** Undefined for all venues. */
  readonly venueId: number | undefined;
  readonly products: readonly ListedProduct[];
}

/** S-06: what venues sell beside tickets, and for which performances it can be bought. */
export function ShopScreen({ venueId, products }: ShopScreenProps) {
  const { t } = useTranslation(shopTexts);
  const venues = [...Map.groupBy(products, (product) => product.venueId).values()];
  const [only] = venueId === undefined ? [] : products;
  const title = only ? t('title.venue', { venue: only.venueName }) : t('title');
  return (
    <main id="main" className={styles.shop}>
      <PageMeta title={title} description={t('lead')} path={pathTo('CarteleraProductos', venueId === undefined ? {} : { venueId })} />
      <header className={styles.header}>
        <h1 tabIndex={-1}>{title}</h1>
        <p>{t('lead')}</p>
        {venueId !== undefined && <Link to={pathTo('CarteleraProductos', {})}>{t('all')}</Link>}
      </header>
      {products.length === 0 && <p>{t('none')}</p>}
      {venues.map((some) => (
        <VenueProducts key={some[0]?.venueId} products={some} named={venueId === undefined} />
      ))}
    </main>
  );
}

function VenueProducts({ products, named }: { products: readonly ListedProduct[]; named: boolean }) {
  const { t } = useTranslation(shopTexts);
  const [{ venueId, venueName } = { venueId: 0, venueName: '' }] = products;
  const titleId = `venue-${venueId}`;
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className={named ? styles.venue : 'visually-hidden'}>
        {named ? <Link to={pathTo('CarteleraProductos', { venueId })}>{venueName}</Link> : t('products')}
      </h2>
      <ul className={styles.products}>
        {products.map((product) => (
          <ProductCard key={product.id} product={product} />
        ))}
      </ul>
    </section>
  );
}

function ProductCard({ product }: { product: ListedProduct }) {
  const { t } = useTranslation(shopTexts);
  const money = useMoney();
  const words = useCalendarWords();
  const { name, description, image, variants, handover, performances } = product;
  const soldOut = variants.every((variant) => variant.soldOut);
  const prices = variants.map(({ final }) => final);
  const [least, most] = [Math.min(...prices), Math.max(...prices)];
  const names = variants.flatMap((variant) => (variant.name === undefined ? [] : [{ ...variant, name: variant.name }]));
  return (
    <li className={styles.product} data-sold-out={soldOut || undefined}>
      <Poster image={image} ratio="1" className={styles.picture ?? ''} sizes="(min-width: 45em) 18rem, 100vw" />
      <div className={styles.facts}>
        <h3>{name}</h3>
        <p className={styles.price}>{least === most ? money(least) : t('from', { amount: money(least) })}</p>
        {description && <p>{description}</p>}
        {names.length > 0 && (
          <ul className={styles.variants} aria-label={t('variants')}>
            {names.map((variant) => (
              <li key={variant.id} data-sold-out={variant.soldOut || undefined}>
                {variant.soldOut ? t('variant.sold-out', { name: variant.name }) : variant.name}
              </li>
            ))}
          </ul>
        )}
        <p className={styles.note}>{t(`handover.${handover}`)}</p>
        {soldOut ? (
          <p className={styles.soldOut}>{t('sold-out')}</p>
        ) : (
          <div className={styles.buy}>
            <p id={`buy-${product.id}`}>{t('buy')}</p>
            <ul aria-labelledby={`buy-${product.id}`}>
              {performances.map(({ id, show, date }) => (
                <li key={id}>
                  <Link to={pathTo('funcionTienda', {}, { performance: id })}>
                    {show?.name}
                    {date && ` · ${dayOfWeekAndMonth(date, words)}, ${timeOf(date)}`}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </li>
  );
}
