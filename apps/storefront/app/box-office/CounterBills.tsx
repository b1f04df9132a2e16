import { poll, sleep } from '@butaca/browser/poll.ts';
import type { Bill } from '@butaca/contract';
import { getCounterSale } from '@butaca/contract/box-office';
import { Button } from '@butaca/ui/components/Button.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useId, useState } from 'react';
import { billFile } from '../account/order/bill-file.ts';
import { loadClient } from '../calls/load-client.ts';
import { counterCall } from '../calls/until-answered.ts';
import { useMoney } from '../frame/use-frame.ts';
import boxOfficeTexts from '../i18n/es/box-office.json';
import styles from './CounterBills.module.css';
import { Printed, usePrinting } from './Printing.tsx';

interface CounterBillsProps {
  readonly orderId: string;
  /** Undefined where they could not be read. */
  readonly opened: readonly Bill[] | undefined;
  readonly heading: 'h2' | 'h3';
}

/** The bill of a sale and the credit notes of what went back, printed for the customer. Nothing where none are made. */
export function CounterBills({ orderId, opened, heading: Heading }: CounterBillsProps) {
  const { t } = useTranslation(boxOfficeTexts);
  const titleId = useId();
  const { bills, isLate } = useBills(orderId, opened);
  if (bills === undefined || bills.length === 0) return null;
  return (
    <section className={styles.bills} aria-labelledby={titleId}>
      <Heading id={titleId}>{t('bills.title')}</Heading>
      <ul className={styles.list}>
        {bills.map((bill) => (
          <BillItem key={bill.id} orderId={orderId} bill={bill} isLate={isLate} />
        ))}
      </ul>
    </section>
  );
}

function BillItem({ orderId, bill: { id, kind, state, reference, amount }, isLate }: { orderId: string; bill: Bill; isLate: boolean }) {
  const { t } = useTranslation(boxOfficeTexts);
  const money = useMoney();
  const printing = usePrinting(async () => billFile(counterCall((await loadClient()).call), orderId, id));
  const name = [t(`bill.kind.${kind}`), reference].filter(Boolean).join(' ');
  const isAuthorised = state === 'authorised';
  return (
    <li className={styles.bill}>
      {/* Said once it can be printed, too. */}
      <div role="status">
        <p className={styles.reference}>
          <strong>{name}</strong> · {money(amount)}
        </p>
        {!isAuthorised && <p className={styles.state}>{t(isLate ? 'bill.late' : 'bill.pending')}</p>}
      </div>
      {isAuthorised && (
        <Button kind="secondary" busy={printing.state === 'fetching'} onClick={() => void printing.print()}>
          <span>
            {t(printing.state === 'fetching' ? 'bill.busy' : printing.state === 'ready' ? 'bill.print.again' : 'bill.print')}
            <span className="visually-hidden"> {name}</span>
          </span>
        </Button>
      )}
      <Printed of="bill" printing={printing} />
    </li>
  );
}

/** The tax office takes some seconds, and hours when it is down: asked again for two minutes. */
const EVERY_MS = 4000;
const TIMES = 30;

/** The bills of a sale as they become authorised; `isLate` once they are not asked for any more. */
function useBills(orderId: string, opened: readonly Bill[] | undefined) {
  const [bills, setBills] = useState(opened);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    setBills(opened);
    setLate(false);
    if (opened?.every(isAuthorised)) return;
    const ended = new AbortController();
    const { signal } = ended;
    const look = async () => {
      const sale = await (await loadClient()).ask(getCounterSale, { params: { orderId } });
      if (!sale || signal.aborted) return undefined;
      const found = sale.bills ?? [];
      setBills(found);
      return found.every(isAuthorised) || undefined;
    };
    void sleep(EVERY_MS, signal)
      .then(() => poll(look, { everyMs: EVERY_MS, jitterMs: 1000, times: TIMES, signal }))
      .then((isDone) => {
        if (!isDone && !signal.aborted) setLate(true);
      });
    return () => ended.abort();
  }, [orderId, opened]);
  return { bills, isLate };
}

const isAuthorised = ({ state }: Bill) => state === 'authorised';
