import { Field } from '@butaca/ui/components/Field.tsx';
import { useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.tsx';
import { boxOfficeTexts } from '../texts.ts';
import { useFirstFocus } from '../use-first-focus.ts';
import styles from './Cash.module.css';

/** Instead of the money in hand: nothing is to be taken. A name for the tickets, if they said one. */
export function FreeSection() {
  const { t } = useTranslation(boxOfficeTexts);
  const field = useRef<HTMLInputElement>(null);
  useFirstFocus(field);
  return (
    <section className={styles.cash} aria-labelledby="cash-title">
      <h2 id="cash-title">{t('cash.none.title')}</h2>
      <p>{t('cash.none')}</p>
      <Field ref={field} name="holder" label={t('holder')} hint={t('holder.hint')} autoComplete="off" maxLength={80} />
    </section>
  );
}
