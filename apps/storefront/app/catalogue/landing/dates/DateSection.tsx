import type { ShowDetail, ShowPerformance } from '@butaca/contract';
import { Button } from '@butaca/ui/components/Button.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useMoney } from '../../../frame/use-frame.ts';
import landingTexts from '../../../i18n/es/landing.json';
import { useAddressQuery } from '../../use-address-query.ts';
import { useCalendarWords } from '../../when.tsx';
import { Calendar } from './Calendar.tsx';
import styles from './Dates.module.css';
import {
  allDates,
  byMonth,
  choicesOf,
  type DateChoice,
  fits,
  isChoice,
  lowestOf,
  type Month,
  readChoice,
  writeChoice,
} from './date-choice.ts';
import { useMonthName } from './month-name.ts';
import { PerformanceRow } from './PerformanceRow.tsx';

/** So many dates are read at a glance. */
const FEW = 8;

/** Whether a show's dates need the width of the page. */
export const hasManyDates = ({ performances }: Pick<ShowDetail, 'performances'>) => performances.length > FEW;

/** A show's performances by month (SC-001): a list, and beside a long one a calendar and what narrows it down. */
export function DateSection({ show }: { show: ShowDetail }) {
  const { t } = useTranslation(landingTexts);
  const { performances } = show;
  if (performances.length === 0) return <p>{t('dates.none')}</p>;
  return hasManyDates(show) ? <ManyDates show={show} /> : <Months months={byMonth(performances)} showSeo={show.seo} />;
}

function ManyDates({ show: { performances, seo } }: { show: ShowDetail }) {
  const { t } = useTranslation(landingTexts);
  const [query, setQuery] = useAddressQuery();
  const choice = readChoice(query);
  const choose = (change: Partial<DateChoice>) => setQuery((address) => writeChoice(address, { ...choice, ...change }));
  const isNarrowed = isChoice(choice);
  const shown = isNarrowed ? performances.filter((performance) => fits(performance, choice)) : performances;

  return (
    <div className={styles.many}>
      <div className={styles.narrow}>
        <Calendar performances={performances} choice={choice} onDay={(day) => choose({ day: day === choice.day ? null : day })} />
        <Narrowing performances={performances} choice={choice} onChoice={choose} />
        {isNarrowed && (
          <Button small kind="quiet" onClick={() => choose(allDates)}>
            {t('dates.all')}
          </Button>
        )}
      </div>
      <div>
        <p className="visually-hidden" role="status">
          {isNarrowed ? t('dates.count', { count: shown.length }) : ''}
        </p>
        {shown.length > 0 ? (
          <FoldedMonths key={JSON.stringify(choice)} months={byMonth(shown)} showSeo={seo} allOpen={isNarrowed} />
        ) : (
          <p className={styles.nothing}>{t('dates.no match')}</p>
        )}
      </div>
    </div>
  );
}

/** Weekdays and hours, as far as the dates differ in them. */
function Narrowing({
  performances,
  choice,
  onChoice,
}: {
  performances: readonly ShowPerformance[];
  choice: DateChoice;
  onChoice: (change: Partial<DateChoice>) => void;
}) {
  const { t } = useTranslation(landingTexts);
  const words = useCalendarWords();
  const { weekdays, parts } = choicesOf(performances);
  const turn = (weekday: number) =>
    choice.weekdays.includes(weekday) ? choice.weekdays.filter((each) => each !== weekday) : [...choice.weekdays, weekday].sort();
  return (
    <>
      {weekdays.length > 0 && (
        <fieldset className={styles.chips}>
          <legend>{t('dates.weekdays')}</legend>
          {weekdays.map((weekday) => (
            <Chip key={weekday} isOn={choice.weekdays.includes(weekday)} onPress={() => onChoice({ weekdays: turn(weekday) })}>
              {words.weekdays[weekday] ?? ''}
            </Chip>
          ))}
        </fieldset>
      )}
      {parts.length > 0 && (
        <fieldset className={styles.chips}>
          <legend>{t('dates.hours')}</legend>
          {parts.map((part) => (
            <Chip key={part} isOn={choice.part === part} onPress={() => onChoice({ part: choice.part === part ? null : part })}>
              {t(`dates.hours.${part}`)}
            </Chip>
          ))}
        </fieldset>
      )}
    </>
  );
}

const Chip = ({ isOn, onPress, children }: { isOn: boolean; onPress: () => void; children: string }) => (
  <button type="button" className={styles.chip} aria-pressed={isOn} onClick={onPress}>
    {children}
  </button>
);

interface MonthsProps {
  readonly months: readonly Month<ShowPerformance>[];
  readonly showSeo: string;
}

function Months({ months, showSeo }: MonthsProps) {
  const nameOf = useMonthName();
  return months.map((month) => (
    <section key={`${month.year} ${month.month}`} className={styles.month}>
      <h3 className={styles.name}>{nameOf(month)}</h3>
      <Rows month={month} showSeo={showSeo} />
    </section>
  ));
}

/** The first month is open; without a script too, each opens by itself. */
function FoldedMonths({ months, showSeo, allOpen }: MonthsProps & { allOpen: boolean }) {
  const { t } = useTranslation(landingTexts);
  const money = useMoney();
  const nameOf = useMonthName();
  return months.map((month, index) => {
    const lowest = lowestOf(month.performances);
    return (
      <details key={`${month.year} ${month.month}`} className={styles.fold} open={allOpen || index === 0}>
        <summary>
          <h3 className={styles.name}>{nameOf(month)}</h3>
          <span>
            {t('dates.count', { count: month.performances.length })}
            {lowest !== undefined && ` · ${t('price.from', { price: money(lowest) })}`}
          </span>
        </summary>
        <Rows month={month} showSeo={showSeo} />
      </details>
    );
  });
}

const Rows = ({ month: { performances }, showSeo }: { month: Month<ShowPerformance>; showSeo: string }) => (
  <ul className={styles.list}>
    {performances.map((performance) => (
      <PerformanceRow key={performance.id} performance={performance} showSeo={showSeo} />
    ))}
  </ul>
);
