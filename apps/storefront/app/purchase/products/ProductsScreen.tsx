import type { Translate } from '@butaca/brand/translate';
import type { Product, ProductVariant, Purchase } from '@butaca/contract';
import { LinkButton } from '@butaca/ui/components/Button.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { Poster } from '@butaca/ui/components/Poster.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { Link } from 'react-router';
import { useFrame, useMoney } from '../../frame/use-frame.ts';
import shopTexts from '../../i18n/es/shop.json';
import { pathTo } from '../../paths.ts';
import { listedEnd } from '../buy/addresses.ts';
import { PerformanceName } from '../buy/summary/PerformanceTickets.tsx';
import { Quantity } from '../seat-map/Quantity.tsx';
import { ticketCountOf } from '../ticket-count.ts';
import styles from './Products.module.css';
import { productLimitText, useProducts } from './use-products.ts';

interface ProductsScreenProps {
  readonly performanceId: number;
  /** Null before the first product starts one. */
  readonly purchase: Purchase | null;
  /** Null when they could not be read. */
  readonly products: readonly Product[] | null;
}

/** S-08: the products for one performance. Each step of a number is kept at once, and the server says what they cost. */
export function ProductsScreen({ performanceId, purchase: opened, products }: ProductsScreenProps) {
  const { t } = useTranslation(shopTexts);
  const money = useMoney();
  const { brand } = useFrame();
  const { purchase, quantityOf, choose, busy, problem } = useProducts(performanceId, opened, products ?? []);
  const listed = problem?.end && listedEnd(problem.end);
  const performance = purchase?.performances.find(({ id }) => id === performanceId);
  const own = (purchase?.products ?? []).filter((product) => product.performanceId === performanceId);
  const total = own.reduce((sum, product) => sum + product.total, 0);
  const isEmpty = !purchase || purchase.quantity.total === 0;
  return (
    <main id="main" className={styles.screen} aria-busy={busy || undefined}>
      <title>{`${t('choose.title')} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <header className={styles.header}>
        <h1 tabIndex={-1}>{t('choose.title')}</h1>
        {performance && (
          <p>
            <PerformanceName performance={performance} />
          </p>
        )}
      </header>
      {products === null && <Notice kind="error">{t('choose.unread')}</Notice>}
      {products?.length === 0 && <p>{t('choose.none')}</p>}
      {problem && (
        <Notice kind="error" message="product_refused" actions={listed && <Link to={listed.list}>{t(`refused.${listed.end}.list`)}</Link>}>
          {problem.text}
        </Notice>
      )}
      <ul className={styles.products}>
        {products?.map((product) => (
          <ProductRow key={product.id} product={product} quantityOf={quantityOf} busy={busy} onChoose={choose} />
        ))}
      </ul>
      <div className={styles.foot}>
        {products !== null && products.length > 0 && (
          <p className={styles.sum} role="status">
            <span>{t('choose.total')}</span>
            <strong>{money(total)}</strong>
          </p>
        )}
        <p className={styles.ways}>
          {!isEmpty && (
            <LinkButton as={Link} to={pathTo('BuyTicket', {}, { purchase: purchase.id, performance: performanceId })}>
              {own.length > 0 || ticketCountOf(purchase) === 0 ? t('choose.continue') : t('choose.skip')}
            </LinkButton>
          )}
          <Link to={performance?.showSeo ? pathTo('landing', { seo: performance.showSeo }) : pathTo('CarteleraProductos', {})}>
            {performance ? t('choose.back') : t('choose.shop')}
          </Link>
        </p>
      </div>
    </main>
  );
}

/** Why a purchase without any of it may have none. */
function noneText(limit: ProductVariant['limit'], what: string, t: Translate<typeof shopTexts>): string {
  if (limit === undefined || limit === 'purchase') return t('limit.all');
  return limit === 'tickets' ? t('limit.ticket', { what }) : productLimitText({ reason: limit, most: 0 }, what, t);
}

interface ProductRowProps {
  readonly product: Product;
  readonly quantityOf: (variant: ProductVariant) => number;
  readonly busy: boolean;
  readonly onChoose: (variantId: number, quantity: number) => void;
}

function ProductRow({ product, quantityOf, busy, onChoose }: ProductRowProps) {
  const { t } = useTranslation(shopTexts);
  const money = useMoney();
  const { netPrices } = useFrame().brand.flags;
  const { name, description, image, handover, mostPerTicket, variants } = product;
  return (
    <li className={styles.product}>
      <Poster image={image} ratio="1" className={styles.picture ?? ''} sizes="7rem" />
      <div className={styles.facts}>
        <h2>{name}</h2>
        {description && <p>{description}</p>}
        <p className={styles.note}>
          {t(`handover.${handover}`)} {mostPerTicket !== undefined && t('per-ticket', { count: mostPerTicket })}
        </p>
      </div>
      <ul className={styles.variants}>
        {variants.map((variant) => {
          const quantity = quantityOf(variant);
          const what = [name, variant.name].filter(Boolean).join(', ');
          const most = Math.max(quantity, variant.most ?? 0);
          return (
            <li key={variant.id} className={styles.variant} data-sold-out={(variant.soldOut && quantity === 0) || undefined}>
              <p className={styles.what}>
                {variant.name && <strong>{variant.name}</strong>}
                <span className={styles.price}>{money(variant.final)}</span>
                {netPrices && <span className={styles.note}>{t('net', { amount: money(variant.net) })}</span>}
              </p>
              {variant.soldOut && quantity === 0 ? (
                <p className={styles.soldOut}>{t('sold-out')}</p>
              ) : most === 0 ? (
                <p className={styles.note}>{noneText(variant.limit, what, t)}</p>
              ) : (
                <Quantity
                  label={t('quantity', { what })}
                  labelHidden
                  fewer={t('fewer', { what })}
                  more={t('more', { what })}
                  value={quantity}
                  least={0}
                  most={busy ? quantity : most}
                  onChange={(value) => onChoose(variant.id, value)}
                />
              )}
              {variant.limit && !variant.soldOut && quantity > 0 && quantity >= most && (
                <p className={styles.note}>
                  {variant.limit === 'out_of_stock'
                    ? t('limit.left', { what })
                    : productLimitText({ reason: variant.limit, most }, what, t)}
                </p>
              )}
            </li>
          );
        })}
      </ul>
    </li>
  );
}
