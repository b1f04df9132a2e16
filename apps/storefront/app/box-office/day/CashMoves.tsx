import type { TextKey } from '@butaca/brand/translate';
import { useClickKey } from '@butaca/browser/click-key.ts';
import type { CounterDrawer } from '@butaca/contract';
import { moveCash } from '@butaca/contract/box-office';
import { typedText } from '@butaca/contract/rules/typed';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Field, FieldGrid } from '@butaca/ui/components/Field.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type FormEvent, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { isKeyReused } from '../../calls/key-reused.ts';
import { loadClient } from '../../calls/load-client.ts';
import { useFrame } from '../../frame/use-frame.ts';
import boxOfficeTexts from '../../i18n/es/box-office.json';
import { readAmount } from '../sale/cash.ts';
import { useFirstFocus } from '../use-first-focus.ts';
import styles from './Day.module.css';

type Direction = 'in' | 'out';

/** Puts cash into the open drawer or takes it out: change that is brought, money that is carried away. */
export function CashMoves({ drawer }: { drawer: CounterDrawer }) {
  const { t } = useTranslation(boxOfficeTexts);
  const [form, setForm] = useState<Direction | null>(null);
  const [last, setLast] = useState<Direction | null>(null);
  if (form !== null)
    return (
      <MoveForm
        drawer={drawer}
        direction={form}
        onDone={() => {
          setLast(form);
          setForm(null);
        }}
      />
    );
  return (
    <div className={styles.verbs}>
      <Button kind="secondary" small aria-keyshortcuts="F6" autoFocus={last === 'in'} onClick={() => setForm('in')}>
        {t('drawer.move.in')}
      </Button>
      <Button kind="secondary" small aria-keyshortcuts="F7" autoFocus={last === 'out'} onClick={() => setForm('out')}>
        {t('drawer.move.out')}
      </Button>
    </div>
  );
}

type Text = TextKey<typeof boxOfficeTexts>;

interface MoveFormProps {
  readonly drawer: CounterDrawer;
  readonly direction: Direction;
  readonly onDone: () => void;
}

/** What the drawer's lines add up to. */
export const inDrawer = ({ float, sales, paidOut, cashIn, cashOut }: CounterDrawer): number => float + sales - paidOut + cashIn - cashOut;

function MoveForm({ drawer, direction, onDone }: MoveFormProps) {
  const { t } = useTranslation(boxOfficeTexts);
  const { brand } = useFrame();
  const { revalidate } = useRevalidator();
  const [problems, setProblems] = useState<{ amount?: Text; reason?: Text }>({});
  const [busy, setBusy] = useState(false);
  const amountField = useRef<HTMLInputElement>(null);
  const reasonField = useRef<HTMLInputElement>(null);
  /** An amount of more than the drawer has, that was sent once more as it is. */
  const sure = useRef<number | null>(null);
  const click = useClickKey();
  useFirstFocus(amountField);

  async function move(amount: number, reason: string) {
    setBusy(true);
    const call = click.keyed((await loadClient()).call);
    const outcome = await call(moveCash, { body: { drawerId: drawer.id, direction, amount, reason } }, { purpose: 'charging' });
    setBusy(false);
    // Closed in another tab meanwhile: it is shown as it is.
    if (outcome.status === 'ok' || (outcome.status === 'refusal' && outcome.failure === 'drawer_over')) {
      await revalidate();
      return onDone();
    }
    if (isKeyReused(outcome)) return;
    setProblems({ amount: outcome.status === 'refusal' ? 'drawer.move.refused' : 'drawer.move.unknown' });
    amountField.current?.focus();
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = readAmount(amountField.current?.value ?? '', brand.locale);
    const amount = typed === 0 ? null : typed;
    const reason = typedText(reasonField.current?.value ?? '');
    setProblems({ ...(amount === null ? { amount: 'cash.invalid' } : {}), ...(reason === '' ? { reason: 'sales.reason.missing' } : {}) });
    if (amount === null) return amountField.current?.focus();
    if (reason === '') return reasonField.current?.focus();
    if (direction === 'out' && amount > inDrawer(drawer) && sure.current !== amount) {
      sure.current = amount;
      setProblems({ amount: 'drawer.move.much' });
      return amountField.current?.focus();
    }
    if (!busy) void move(amount, reason);
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label={t(`drawer.move.${direction}`)}>
      <FieldGrid>
        <Field
          ref={amountField}
          name="amount"
          label={t(`drawer.move.${direction}.amount`)}
          hint={t(`drawer.move.${direction}.hint`)}
          inputMode="decimal"
          autoComplete="off"
          error={problems.amount && t(problems.amount)}
        />
        <Field
          ref={reasonField}
          name="reason"
          label={t('sales.reason')}
          hint={t('price.reason.hint')}
          maxLength={300}
          autoComplete="off"
          error={problems.reason && t(problems.reason)}
        />
      </FieldGrid>
      <div className={styles.verbs}>
        <Button type="submit" small busy={busy}>
          {t(`drawer.move.${direction}.submit`)}
        </Button>
        <Button kind="quiet" small onClick={onDone}>
          {t('price.cancel')}
        </Button>
      </div>
    </form>
  );
}
