import type { Translate } from '@butaca/brand/translate';
import { useClickKey } from '@butaca/browser/click-key.ts';
import type { FailureData, Product, ProductVariant, Purchase } from '@butaca/contract';
import type { Outcome } from '@butaca/contract/client';
import { selectProducts } from '@butaca/contract/product';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useRef, useState } from 'react';
import { useLocation, useNavigate, useRevalidator } from 'react-router';
import { isKeyReused } from '../../calls/key-reused.ts';
import { loadClient } from '../../calls/load-client.ts';
import shopTexts from '../../i18n/es/shop.json';
import { pathTo } from '../../paths.ts';
import { endOf } from '../buy/addresses.ts';
import { purchaseClock, usePurchaseClock } from '../clock/purchase-clock.ts';

/** Why no more of a product is to be had, beside its number and when it is refused. */
export function productLimitText(
  { reason, most }: Pick<FailureData<'product_refused'>, 'reason' | 'most'>,
  what: string,
  t: Translate<typeof shopTexts>,
): string {
  if (reason === 'out_of_stock') return most > 0 ? t('refused.few', { what, count: most }) : t('refused.out_of_stock', { what });
  return t(`refused.${reason}`, { what, count: most });
}

/** Why products were not changed; `end`, how a purchase that takes no more changes has ended. */
export interface ProductProblem {
  readonly text: string;
  readonly end?: ReturnType<typeof endOf>;
}

type Refused = Exclude<Outcome<typeof selectProducts>, { readonly status: 'ok' | 'unauthorised' }>;

/** What the buyer is told of an answer that changed nothing; undefined where another part of the page says it. */
export function productProblem(
  outcome: Refused,
  nameOf: (variantId: number) => string,
  t: Translate<typeof shopTexts>,
): ProductProblem | undefined {
  if (isKeyReused(outcome)) return undefined;
  if (outcome.status !== 'refusal') return { text: t('refused.failed') };
  switch (outcome.failure) {
    case 'product_refused':
      return { text: productLimitText(outcome.data, nameOf(outcome.data.variantId), t) };
    case 'purchase_over': {
      const end = endOf(outcome.data.stage);
      return { text: t(`refused.${end}`), end };
    }
    case 'purchase_paying':
      return { text: t('refused.over') };
    case 'too_many_purchases':
      return { text: t('refused.purchases') };
    case 'turn_needed':
      return { text: t(outcome.data.obstacle === 'accessible_only' ? 'refused.accessible' : 'refused.turn') };
    default:
      return { text: t('refused.failed') };
  }
}

/** The products of a purchase for one performance, as the server last answered them, and how a number of one is changed. */
export function useProducts(performanceId: number, opened: Purchase | null, products: readonly Product[]) {
  const { t } = useTranslation(shopTexts);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { pathname, search } = useLocation();
  const { purchase: held } = usePurchaseClock();
  const [started, setStarted] = useState<Purchase | null>(opened);
  const purchase = held && held.id === started?.id ? held : started;
  /** The number that was just asked for, shown until the answer is there. */
  const [asked, setAsked] = useState<{ readonly variantId: number; readonly quantity: number } | null>(null);
  const [problem, setProblem] = useState<ProductProblem>();
  const working = useRef(false);
  const click = useClickKey();

  const chosen = new Map(
    (purchase?.products ?? [])
      .filter((each) => each.performanceId === performanceId)
      .map(({ variantId, quantity }) => [variantId, quantity]),
  );
  const quantityOf = ({ id }: ProductVariant): number => (asked?.variantId === id ? asked.quantity : (chosen.get(id) ?? 0));
  const nameOf = (id: number): string => {
    const product = products.find(({ variants }) => variants.some((variant) => variant.id === id));
    return [product?.name, product?.variants.find((variant) => variant.id === id)?.name].filter(Boolean).join(', ');
  };

  const choose = async (variantId: number, quantity: number) => {
    if (working.current) return;
    working.current = true;
    setAsked({ variantId, quantity });
    setProblem(undefined);
    const wanted = new Map([...chosen, [variantId, quantity]]);
    const body = {
      performanceId,
      products: [...wanted].flatMap(([id, count]) => (count > 0 ? [{ variantId: id, quantity: count }] : [])),
    };
    const outcome = await click.keyed((await loadClient()).call)(selectProducts, { params: { purchaseId: purchase?.id ?? '0' }, body });
    if (outcome.status === 'ok') {
      setStarted(outcome.data.quantity.total > 0 ? outcome.data : null);
      if (outcome.data.quantity.total === 0) await purchaseClock.withoutPlaces(outcome.data.id);
      else await purchaseClock.started(outcome.data, performanceId);
    } else if (outcome.status === 'unauthorised') {
      await navigate(pathTo('login', {}, { next: `${pathname}${search}` }));
    } else setProblem(productProblem(outcome, nameOf, t));
    // What is left of each follows what everybody took.
    await revalidate();
    working.current = false;
    setAsked(null);
  };

  return { purchase, quantityOf, choose: (id: number, quantity: number) => void choose(id, quantity), busy: asked !== null, problem };
}
