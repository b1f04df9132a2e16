import { dateText } from '@butaca/brand/dates';
import type { Passkey } from '@butaca/contract/sign-in';
import { Checkbox } from '@butaca/ui/components/Field.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type Ref, useId } from 'react';
import { useFrame } from '../frame/use-frame.ts';
import loginTexts from '../i18n/es/login.json';
import styles from './KeptPasskeys.module.css';

const FIELD = 'keptPasskey';

/** The ids of the passkeys that were ticked. */
export const keptIn = (form: FormData): string[] => form.getAll(FIELD).map(String);

interface KeptPasskeysProps {
  readonly passkeys: readonly Passkey[];
  /** A recovery keeps what is ticked on purpose, a change of the password all but what is unticked. */
  readonly by: 'recover' | 'change';
  readonly ref?: Ref<HTMLFieldSetElement>;
}

/** Asks which passkeys stay when the password is set; nothing where there are none. */
export function KeptPasskeys({ passkeys, by, ref }: KeptPasskeysProps) {
  const { t } = useTranslation(loginTexts);
  const { language, timeZone } = useFrame().brand.locale;
  const hint = useId();
  if (passkeys.length === 0) return null;
  const day = (at: number) => dateText(at, { language, timeZone }, { dateStyle: 'long' });
  return (
    <fieldset ref={ref} tabIndex={-1} className={styles.passkeys} aria-describedby={hint}>
      <legend>{t('keep.legend')}</legend>
      <p id={hint}>{t(`keep.${by}`)}</p>
      {passkeys.map(({ id, name, createdAt, usedAt }) => (
        <Checkbox
          key={id}
          name={FIELD}
          value={id}
          defaultChecked={by === 'change'}
          label={
            <span className={styles.passkey}>
              <span className={styles.name}>{name}</span>{' '}
              <span className={styles.dates}>
                {usedAt === undefined
                  ? t('keep.unused', { created: day(createdAt) })
                  : t('keep.used', { created: day(createdAt), used: day(usedAt) })}
              </span>
            </span>
          }
        />
      ))}
    </fieldset>
  );
}
