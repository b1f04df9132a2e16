import type { DeliveryKind, Ticket } from '@butaca/contract';
import { Tag } from '@butaca/ui/components/Tag.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import type { CSSProperties } from 'react';
import { useMoney } from '../../frame/use-frame.ts';
import orderTexts from '../../i18n/es/order.json';
import { LONGEST_ROW_MARK } from '../../purchase/buy/summary/place-name.ts';
import { QrCode } from './QrCode.tsx';
import styles from './Ticket.module.css';

interface TicketCardProps {
  readonly ticket: Ticket;
  /** Of `count`, from 1. */
  readonly turn: number;
  readonly count: number;
  readonly holder: string | undefined;
  readonly delivery: DeliveryKind | undefined;
  /** The poster's colour. */
  readonly ink: string | undefined;
  readonly isWithheld: boolean;
  readonly onEnlarge: () => void;
}

/** Where a ticket without a code is. */
const onPaper = { eticket: 'ticket.no-code', box_office: 'ticket.collect', point: 'ticket.point', home: 'ticket.home' } as const;

/** A ticket: the seat on the larger part, the code that is scanned at the door on the stub. */
export function TicketCard({ ticket, turn, count, holder, delivery, ink, isWithheld, onEnlarge }: TicketCardProps) {
  const { t } = useTranslation(orderTexts);
  const money = useMoney();
  const { number, priceTypeName, promotion, asksDocument, final, state, code } = ticket;
  const without = state === 'void' ? 'ticket.void.text' : isWithheld ? 'ticket.withheld' : onPaper[delivery ?? 'eticket'];
  const name = t(state === 'void' ? 'void.turn' : 'turn', { turn, count });
  return (
    <article className={styles.ticket} aria-label={name} data-state={state} style={ink ? ({ '--show': ink } as CSSProperties) : undefined}>
      <div className={styles.body}>
        <p className={styles.top}>
          <span>
            {[priceTypeName, promotion && asksDocument ? t('ticket.asks-document', { promotion }) : promotion].filter(Boolean).join(' · ')}
          </span>
          {state === 'void' ? (
            <Tag tone="danger">{t('ticket.void')}</Tag>
          ) : (
            count > 1 && <span className={styles.turn}>{`${turn}/${count}`}</span>
          )}
        </p>
        <TicketSeat ticket={ticket} />
        <dl className={styles.facts}>
          {holder && (
            <div>
              <dt>{t('ticket.holder')}</dt>
              <dd>{holder}</dd>
            </div>
          )}
          <div>
            <dt>{t('ticket.price')}</dt>
            <dd>{final === 0 ? t('free') : money(final)}</dd>
          </div>
        </dl>
      </div>
      <div className={styles.stub}>
        {code && (
          <button type="button" className={styles.code} onClick={onEnlarge} data-paper="" aria-label={t('qr.enlarge', { turn, count })}>
            <QrCode code={code} />
            <span className={`${styles.larger} screen-only`}>{t('qr.larger')}</span>
          </button>
        )}
        {!code && <p className={styles.none}>{t(without)}</p>}
        {!isWithheld && (
          <p className={styles.number}>
            <span className="visually-hidden">{t('ticket.number')} </span>
            {number}
          </p>
        )}
      </div>
    </article>
  );
}

/** Sector, row and seat, large enough to be read in the dark. */
function TicketSeat({ ticket: { sectorName, row, seat } }: { ticket: Pick<Ticket, 'sectorName' | 'row' | 'seat'> }) {
  const { t } = useTranslation(orderTexts);
  const words = row !== undefined && row.length > LONGEST_ROW_MARK;
  return (
    <div className={styles.seat}>
      <p className={styles.sector}>{sectorName}</p>
      {words && <p className={styles.rowName}>{row}</p>}
      {!row && !seat && <p className={styles.free}>{t('seat.free')}</p>}
      {((row && !words) || seat) && (
        <dl className={styles.marks}>
          {row && !words && (
            <div>
              <dt>{t('seat.row')}</dt>
              <dd>{row}</dd>
            </div>
          )}
          {seat && (
            <div>
              <dt>{t('seat.seat')}</dt>
              <dd>{seat}</dd>
            </div>
          )}
        </dl>
      )}
    </div>
  );
}
