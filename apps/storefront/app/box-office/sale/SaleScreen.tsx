import type { PriceObstacle, Purchase } from '@butaca/contract';
import { isPrinted } from '@butaca/contract/rules/printed-name';
import { typedText } from '@butaca/contract/rules/typed';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Checkbox } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type FormEvent, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useFrame, useMoney } from '../../frame/use-frame.ts';
import boxOfficeTexts from '../../i18n/es/box-office.json';
import { pathTo } from '../../paths.ts';
import { BillReceiverSection } from '../../purchase/bill-receiver/BillReceiverSection.tsx';
import { type Billing, useBillReceiver } from '../../purchase/bill-receiver/use-bill-receiver.ts';
import buyStyles from '../../purchase/buy/Buy.module.css';
import { RefusalNotice } from '../../purchase/buy/RefusalNotice.tsx';
import { PerformanceTickets } from '../../purchase/buy/summary/PerformanceTickets.tsx';
import { Totals } from '../../purchase/buy/summary/Totals.tsx';
import { useBuyScreenGuard } from '../../purchase/clock/exits.ts';
import { purchaseClock } from '../../purchase/clock/purchase-clock.ts';
import { PromotionCode } from '../../purchase/promotion/PromotionCode.tsx';
import { PromotionDocuments } from '../../purchase/promotion/PromotionDocuments.tsx';
import { TermsMissing } from '../../terms/TermsBox.tsx';
import counterStyles from '../Counter.module.css';
import { CounterOver, NewSale } from '../CounterOver.tsx';
import { CashSection, FreeSection } from './CashSection.tsx';
import { changeOf, isMuchMore, readAmount } from './cash.ts';
import { PriceSection } from './PriceSection.tsx';
import styles from './Sale.module.css';
import { type TerminalSlip, useSell } from './sell.ts';
import { readSlip, type SlipProblems } from './slip.ts';
import { TerminalSection } from './TerminalSection.tsx';
import { WayToPay } from './WayToPay.tsx';

type Problems = SlipProblems & { received?: 'invalid' | 'short' | 'much'; holder?: 'unprintable'; terms?: 'asked' | 'missing' };
/** In the order that they stand in. */
const FIELDS = ['brand', 'lastFour', 'coupon', 'onTerminal', 'received', 'holder', 'terms'] as const;

/** What belongs to it stands below the tickets, too. */
const FORM = 'sale';

interface SaleScreenProps {
  readonly purchase: Purchase;
  /** Of the card terminal beside the counter; none where there is no terminal. */
  readonly terminalBrands: readonly string[];
  readonly billing: Billing | undefined;
}

/** S-12 with a sale: the places, the cash or the card, and one button. Places are removed by choosing others, not here (CM-014). */
export function SaleScreen({ purchase: opened, terminalBrands, billing: openedBilling }: SaleScreenProps) {
  const { t } = useTranslation(boxOfficeTexts);
  const { brand } = useFrame();
  useBuyScreenGuard({ purchaseId: opened.id, box: true });
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [purchase, setPurchase] = useState(opened);
  const [way, setWay] = useState<'cash' | 'terminal'>('cash');
  const [typed, setTyped] = useState('');
  const [typedOnTerminal, setTypedOnTerminal] = useState('');
  const [wrong, setWrong] = useState<Problems>({});
  const [obstacle, setObstacle] = useState<PriceObstacle | null>(null);
  /** An amount that is much more than asked for, and was sent once more as it is. */
  const [sure, setSure] = useState<number | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const focusOn = (name: string) => (form.current?.elements.namedItem(name) as HTMLElement | null)?.focus();

  const selling = useSell({
    purchase,
    onPurchase: setPurchase,
    onTerms: () => refuse({ terms: 'missing' }),
    onCoupon: () => refuse({ coupon: 'used' }),
    onPrice: setObstacle,
  });
  const total = purchase.totals?.total ?? 0;
  const asksReceiver = selling.refusal?.kind === 'bill_receiver_needed' && openedBilling?.namedFrom !== undefined;
  const billing = useBillReceiver({
    purchaseId: purchase.id,
    opened: openedBilling,
    total,
    refused: asksReceiver ? selling.refusal : null,
    onLogIn: () => void navigate(pathTo('login', {}, { next: `${pathname}${search}` })),
  });
  const title = t(total === 0 ? 'sale.free.title' : 'sale.title');
  const received = typed.trim() === '' ? null : readAmount(typed, brand.locale);

  const onTerminal = way === 'cash' ? 0 : typedOnTerminal.trim() === '' ? total : readAmount(typedOnTerminal, brand.locale);
  const due = Math.max(0, total - (onTerminal ?? total));

  function refuse(problems: Problems) {
    setWrong(problems);
    const first = FIELDS.find((field) => problems[field]);
    if (first) focusOn(first);
  }

  const sell = async (order: { holder: string; slip: TerminalSlip | undefined }) => {
    if (total > 0 && !(await billing.settle())) return;
    await selling.press({ purchase, ...order }, { onTerminal: order.slip?.onTerminal ?? 0, received: due > 0 ? received : null });
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const holder = typedText(String(data.get('holder') ?? ''));
    const invalid = typed.trim() !== '' && received === null;
    const slip = way === 'cash' ? { slip: undefined } : readSlip(data, { onTerminal, total });
    const isMuch = due > 0 && isMuchMore(received, due) && received !== sure;
    if (isMuch) setSure(received);
    const problems = {
      ...('slip' in slip ? {} : slip),
      ...(due === 0
        ? {}
        : invalid
          ? { received: 'invalid' as const }
          : changeOf(received, due) < 0
            ? { received: 'short' as const }
            : isMuch
              ? { received: 'much' as const }
              : {}),
      ...(isPrinted(holder) ? {} : { holder: 'unprintable' as const }),
      // The first press asks for it, as it asks every customer; one that goes on without it is refused (VA-034).
      ...(data.get('terms') === null ? { terms: wrong.terms ? ('missing' as const) : ('asked' as const) } : {}),
    };
    refuse(problems);
    if ('slip' in slip && Object.keys(problems).length === 0) void sell({ holder, slip: slip.slip });
  };

  /** What was typed is looked at again when it is sent. */
  const keepTerms = () => setWrong(({ terms }) => (terms ? { terms } : {}));
  const choose = (next: typeof way) => {
    setWay(next);
    keepTerms();
  };
  const cash = {
    ...{ due, typed, received, problem: wrong.received },
    onTyped: (text: string) => {
      setTyped(text);
      keepTerms();
    },
  };

  if (purchase.quantity.total === 0) return <CounterOver stage="expired" />;
  return (
    <main id="main" className={`${buyStyles.buy} ${styles.sale}`}>
      <title>{`${title} · ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <div className={counterStyles.head}>
        <h1 tabIndex={-1}>{title}</h1>
        <NewSale instead={purchase.id} kind="quiet" small />
      </div>
      <form ref={form} id={FORM} className={`${buyStyles.form} ${styles.form}`} method="post" noValidate onSubmit={submit}>
        <RefusalNotice refusal={asksReceiver ? null : selling.refusal} />
        <div className={`${buyStyles.sections} ${styles.sections}`} inert={selling.selling}>
          {total > 0 && terminalBrands.length > 0 && <WayToPay way={way} onWay={choose} />}
          {total === 0 && <FreeSection holderProblem={wrong.holder} />}
          {total > 0 && way === 'cash' && <CashSection {...cash} titleHidden={terminalBrands.length > 0} holderProblem={wrong.holder} />}
          {total > 0 && way === 'terminal' && (
            <TerminalSection
              total={total}
              brands={terminalBrands}
              typedOnTerminal={typedOnTerminal}
              onTypedOnTerminal={(text) => {
                setTypedOnTerminal(text);
                keepTerms();
              }}
              problems={wrong}
              cash={cash}
              holderProblem={wrong.holder}
            />
          )}
          {total > 0 && <BillReceiverSection state={billing} />}
        </div>
      </form>
      <section className={`${buyStyles.summary} ${styles.summary}`} aria-labelledby="summary-title">
        <h2 id="summary-title">{t('sale.summary')}</h2>
        {purchase.performances.map((performance) => (
          <PerformanceTickets key={performance.id} performance={performance} />
        ))}
        <PromotionDocuments
          purchase={purchase}
          disabled={selling.selling}
          shortcut="F4"
          onChanged={async (changed) => {
            setPurchase(changed);
            await purchaseClock.updated(changed);
          }}
        />
        <PromotionCode
          purchase={purchase}
          disabled={selling.selling}
          shortcut="F9"
          onChanged={async (changed) => {
            setPurchase(changed);
            await purchaseClock.updated(changed);
          }}
        />
        {purchase.totals && (
          <Totals totals={purchase.totals} quantity={purchase.quantity.total} performances={purchase.performances} deliveryChosen={false} />
        )}
        <PriceSection
          purchase={purchase}
          obstacle={obstacle}
          selling={selling.selling}
          onPurchase={(changed) => {
            setPurchase(changed);
            setObstacle(null);
          }}
        />
        <p>
          {purchase.performances.map(({ id, hash, show }) => (
            <Link key={id} className={counterStyles.back} to={pathTo('BuyTicketBox', {}, { performance: id, hash })}>
              {t('sale.change', { show: show?.name ?? '' })}
            </Link>
          ))}
        </p>
      </section>
      <SellSection total={total} onTerminal={onTerminal ?? 0} selling={selling.selling} waiting={selling.waiting} problem={wrong.terms} />
    </main>
  );
}

interface SellSectionProps {
  readonly total: number;
  /** What of it the card terminal took. */
  readonly onTerminal: number;
  readonly selling: boolean;
  /** The server has not answered yet. */
  readonly waiting: boolean;
  /** That they are not ticked: asked for at first, then missing. */
  readonly problem: 'asked' | 'missing' | undefined;
}

/** The terms, which the customer accepts, and the one button; without the tick nothing is sent (C-14, VA-034). */
function SellSection({ total, onTerminal, selling, waiting, problem }: SellSectionProps) {
  const { t } = useTranslation(boxOfficeTexts);
  const money = useMoney();
  const label = onTerminal === 0 ? 'sale.sell' : onTerminal === total ? 'sale.sell.terminal' : 'sale.sell.mixed';
  return (
    <section className={styles.sell} data-bar="bottom" aria-label={t('sale.section')}>
      <div inert={selling}>
        <Checkbox
          name="terms"
          form={FORM}
          label={
            <>
              {t('terms.accept')}{' '}
              <a href={pathTo('termsAndConditions', {})} target="_blank" rel="noopener">
                {t('terms.link')}
              </a>
            </>
          }
          error={problem === 'missing' && <TermsMissing />}
          aria-keyshortcuts="F3"
          required
        />
        <div role="status" className={styles.asked}>
          {problem === 'asked' && <TermsMissing />}
        </div>
      </div>
      <Button type="submit" form={FORM} wide busy={selling} aria-keyshortcuts="F8">
        {selling ? t('sale.busy') : total === 0 ? t('sale.free') : t(label, { total: money(total) })}
      </Button>
      <div role="status">{waiting && <Notice kind="warning">{t('sale.waiting')}</Notice>}</div>
    </section>
  );
}
