import { dateText } from '@butaca/brand/dates';
import type { Bill, Order, UndeliveredMail } from '@butaca/contract';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { Tag } from '@butaca/ui/components/Tag.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { loadClient } from '../../calls/load-client.ts';
import { useFrame, useMoney } from '../../frame/use-frame.ts';
import orderTexts from '../../i18n/es/order.json';
import { pathTo } from '../../paths.ts';
import { saveFile } from '../save-file.ts';
import styles from './Bills.module.css';
import { billFile } from './bill-file.ts';

/** The order's bill, and the credit notes of what went back (EN-118..123). Nothing where none are made. */
export function Bills({ order: { id, bills = [], undelivered = [] } }: { order: Order }) {
  const { t } = useTranslation(orderTexts);
  if (bills.length === 0) return null;
  return (
    <section className={styles.bills} aria-labelledby="bills-title">
      <h2 id="bills-title">{t('bills.title')}</h2>
      <ul className={styles.list}>
        {bills.map((bill) => (
          <BillItem
            key={bill.id}
            orderId={id}
            bill={bill}
            undelivered={undelivered.find(({ billId }) => billId === bill.id)}
            takesMail={undelivered.length === 0}
          />
        ))}
      </ul>
    </section>
  );
}

interface BillItemProps {
  readonly orderId: string;
  readonly bill: Bill;
  /** Its mail, if that did not arrive. */
  readonly undelivered: UndeliveredMail | undefined;
  /** Nothing is known against the order's mailbox. */
  readonly takesMail: boolean;
}

function BillItem({ orderId, bill, undelivered, takesMail }: BillItemProps) {
  const { t } = useTranslation(orderTexts);
  const money = useMoney();
  const { language } = useFrame().brand.locale;
  const { id, kind, state, reference, pointOfSale, receiptNumber, cae, caeExpiresOn, issuedOn, amount } = bill;
  const titleId = `bill-${id}`;
  const day = (plain: string) => dateText(Date.parse(plain), { language, timeZone: 'UTC' }, { dateStyle: 'long' });
  const facts: readonly (readonly [label: string, value: string | number | undefined, note?: string | undefined])[] = [
    [t('bills.issued'), issuedOn && day(issuedOn)],
    [t('bills.pointOfSale'), pointOfSale === undefined ? undefined : String(pointOfSale).padStart(5, '0')],
    [t('bills.receiptNumber'), receiptNumber === undefined ? undefined : String(receiptNumber).padStart(8, '0')],
    [t('bills.cae'), cae, caeExpiresOn && t('bills.cae.until', { date: day(caeExpiresOn) })],
  ];
  return (
    <li className={styles.bill} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h3 id={titleId} className={styles.kind}>
          {t(`bills.kind.${kind}`)} {reference && <span className={styles.reference}>{reference}</span>}
        </h3>
        <p className={styles.amount}>
          <span className="visually-hidden">{t('bills.amount')}: </span>
          {money(amount)}
        </p>
      </div>
      {state === 'authorised' ? (
        <>
          <dl className={styles.facts}>
            {facts.map(
              ([label, value, note]) =>
                value !== undefined && (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd>
                      {value}
                      {note && <span className={styles.note}>{note}</span>}
                    </dd>
                  </div>
                ),
            )}
          </dl>
          {undelivered && (
            <p className={styles.undelivered}>
              {t(undelivered.isRefused ? 'bills.mail.refused' : 'bills.mail.silent', { address: undelivered.address })}
            </p>
          )}
          <Download orderId={orderId} billId={id} name={[t(`bills.kind.${kind}`), reference].filter(Boolean).join(' ')} />
        </>
      ) : (
        <div className={styles.pending}>
          <Tag tone="plain">{t('bills.state.pending')}</Tag>
          <p>{t(takesMail ? 'bills.pending' : 'bills.pending.here')}</p>
        </div>
      )}
    </li>
  );
}

function Download({ orderId, billId, name }: { orderId: string; billId: string; name: string }) {
  const { t } = useTranslation(orderTexts);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');

  const download = async () => {
    setState('busy');
    const file = await billFile((await loadClient()).call, orderId, billId);
    setState(file === 'failed' ? 'failed' : 'idle');
    if (file === 'log-in') return navigate(pathTo('login', {}, { next: pathname }));
    if (file !== 'failed') saveFile(file);
  };

  return (
    <div className={styles.download}>
      <Button kind="secondary" busy={state === 'busy'} onClick={() => void download()}>
        <span>
          {t(state === 'busy' ? 'bills.downloading' : 'bills.download')}
          <span className="visually-hidden"> {name}</span>
        </span>
      </Button>
      {state === 'failed' && <Notice kind="error">{t('bills.failed')}</Notice>}
    </div>
  );
}
