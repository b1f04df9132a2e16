import { formatMoney } from '@butaca/brand/money';
import type { OfficeState } from '@butaca/contract/office';
import { classes } from '@butaca/ui/components/classes.ts';
import { Money } from '@butaca/ui/components/Money.tsx';
import { Tag } from '@butaca/ui/components/Tag.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type ReactNode, useRef } from 'react';
import officeTexts from '../i18n/es/office.json';
import { settings } from '../settings.ts';
import styles from './PerformanceFacts.module.css';
import { freeOf } from './sums.ts';
import { dateText, timeText } from './when.ts';

/** Date and time in the venue's time zone. */
export function When({ startsAt, timeZone }: { startsAt: number; timeZone: string }) {
  const { language } = settings.locale;
  return (
    <time dateTime={new Date(startsAt).toISOString()} className={styles.when}>
      <span>{dateText(startsAt, timeZone, language)}</span> <span className={styles.time}>{timeText(startsAt, timeZone, language)}</span>
    </time>
  );
}

const tones = { announced: 'plain', sold_out: 'strong', cancelled: 'danger' } as const;

/** Nothing for `on_sale`, which is the usual state, and for `over`, which only the list of past performances shows. */
export function StateTag({ state }: { state: OfficeState }) {
  const { t } = useTranslation(officeTexts);
  return state === 'on_sale' || state === 'over' ? null : <Tag tone={tones[state]}>{t(`state.${state}`)}</Tag>;
}

/** The show's own rule for the places of refunded tickets; nothing where the brand's holds. */
export function RefundRule({ soldAgain }: { soldAgain: boolean | undefined }) {
  const { t } = useTranslation(officeTexts);
  return soldAgain === undefined ? null : ` · ${t(soldAgain ? 'refunded.sold-again' : 'refunded.kept')}`;
}

/** The parts that the places of a performance fall into, in the order in which they are shown. */
export const parts = ['sold', 'held', 'free'] as const;

/** Sold, held and free as parts of one bar, each with its own pattern; hidden from screen readers, which read the numbers. */
export function PlacesBar({ places, held, sold }: { places: number; held: number; sold: number }) {
  const counts = { sold, held, free: freeOf({ places, held, sold }) };
  return (
    <span className={styles.bar} aria-hidden="true">
      {parts.map((part) =>
        counts[part] > 0 ? <span key={part} className={classes(styles.part, styles[part])} style={{ flexGrow: counts[part] }} /> : null,
      )}
    </span>
  );
}

/** The pattern of one part: the key to the bars. */
export const Swatch = ({ part }: { part: (typeof parts)[number] }) => (
  <span className={classes(styles.swatch, styles[part])} aria-hidden="true" />
);

const format = new Intl.NumberFormat(settings.locale.language, { useGrouping: 'always' });

/** A number that is updated while it is shown: it is highlighted briefly after each change. */
export function Count({ value, children = format.format(value) }: { value: number; children?: ReactNode }) {
  const first = useRef(value);
  return (
    <span key={value} className={classes(styles.count, value === 0 && styles.none, value !== first.current && styles.changed)}>
      {children}
    </span>
  );
}

/** An amount in minor units that is updated while it is shown. */
export function Takings({ amount }: { amount: number }) {
  return (
    <Count value={amount}>
      <Money amount={amount} locale={settings.locale} />
    </Count>
  );
}

/** The service charges in minor units, if there are any. */
export function ServiceCharge({ amount, className }: { amount: number; className: string | undefined }) {
  const { t } = useTranslation(officeTexts);
  return amount === 0 ? null : <span className={className}>{t('service', { amount: formatMoney(amount, settings.locale) })}</span>;
}

const WIDTH = 5;
const GAP = 1;
const HEIGHT = 20;

/** Tickets sold in each five minutes of the last hour, scaled to the highest bar; the sum stands beside it as a number. */
export function Trend({ sold }: { sold: readonly number[] }) {
  const most = Math.max(1, ...sold);
  const heights = sold.map((count) => (count === 0 ? 0 : Math.max(3, Math.round((count / most) * HEIGHT))));
  return (
    <svg className={styles.trend} viewBox={`0 0 ${sold.length * (WIDTH + GAP) - GAP} ${HEIGHT}`} aria-hidden="true">
      <path className={styles.trendGround} d={bars(sold.map(() => 1))} />
      <path className={styles.trendSold} d={bars(heights)} />
    </svg>
  );
}

/** Bars side by side on the lower edge, as one path. */
const bars = (heights: readonly number[]) =>
  heights.map((height, at) => `M${at * (WIDTH + GAP)} ${HEIGHT}v${-height}h${WIDTH}v${height}z`).join('');
