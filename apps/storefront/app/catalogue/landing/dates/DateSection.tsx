import { Button } from '@butaca/ui/components/Button.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useMoney } from '../../../frame/use-frame.ts';
import landingTexts from '../../../i18n/es/landing.json';
import type { ShownPerformance } from '../../moments/moments.ts';
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
import { Months, Rows } from './Months.tsx';
import { useMonthName } from './month-name.ts';

/** So many dates are read at a glance. */
const FEW = 8;

/** Whether a show's dates need the width of the page. */
export const hasManyDates = (performances: readonly unknown[]) => performances.length > FEW;

interface DatesProps {
  readonly performances: readonly ShownPerformance[];
  readonly showSeo: string;
}

/** A show's performances by month (SC-001): a list, and beside a long one a calendar and what narrows it down. */
export function DateSection({ performances, showSeo }: DatesProps) {
  const { t } = useTranslation(landingTexts);
  if (performances.length === 0) return <p>{t('dates.none')}</p>;
  return hasManyDates(performances) ? (
    <ManyDates performances={performances} showSeo={showSeo} />
  ) : (
    <Months performances={performances} showSeo={showSeo} />
  );
}

function ManyDates({ performances, showSeo }: DatesProps) {
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
          <FoldedMonths key={JSON.stringify(choice)} months={byMonth(shown)} showSeo={showSeo} allOpen={isNarrowed} />
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
  performances: readonly ShownPerformance[];
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

interface FoldedMonthsProps {
  readonly months: readonly Month<ShownPerformance>[];
  readonly showSeo: string;
  readonly allOpen: boolean;
}

/** The first month is open; without a script too, each opens by itself. */
function FoldedMonths({ months, showSeo, allOpen }: FoldedMonthsProps) {
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
