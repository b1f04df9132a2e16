import type { SecondFactors } from '@butaca/contract/second-factor';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { Tag } from '@butaca/ui/components/Tag.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useState } from 'react';
import officeTexts from '../i18n/es/office.json';
import { dateText } from '../performances/when.ts';
import { settings } from '../settings.ts';
import { type OpenSecurity, remove, renewCodes, type SecurityProblem } from './calls.ts';
import styles from './Security.module.css';
import { StepHeading } from './StepHeading.tsx';

interface FactorListProps extends OpenSecurity {
  readonly onChange: (factors: SecondFactors) => void;
  readonly onCodes: (codes: readonly string[], factors: SecondFactors) => void;
  readonly onAdd: () => void;
  /** The proof is no longer valid: the password again. */
  readonly onOver: () => void;
}

/** The second factors of a person and their recovery codes. */
export function FactorList({ proof, factors, onChange, onCodes, onAdd, onOver }: FactorListProps) {
  const { t } = useTranslation(officeTexts);
  const [problem, setProblem] = useState<SecurityProblem | null>(null);
  const [removing, setRemoving] = useState<string | null>(null);
  const { items, recoveryCodesLeft } = factors;

  async function attempt<Result extends object>(work: Promise<Result | SecurityProblem>, next: (result: Result) => void) {
    setProblem(null);
    const result = await work;
    if (!('reason' in result)) return next(result as Result);
    if (result.reason === 'proof_over') onOver();
    else setProblem(result);
  }

  return (
    <div className={styles.step}>
      <StepHeading lead={t(items.length === 0 ? 'security.none' : 'security.some')}>{t('security.title')}</StepHeading>
      {problem && (
        <Notice kind="error">{t(`factor.problem.${problem.reason}`, 'seconds' in problem ? { seconds: problem.seconds } : {})}</Notice>
      )}
      {items.length > 0 && (
        <ul className={styles.factors}>
          {items.map(({ id, kind, name, createdAt, usedAt }) => (
            <li key={id} className={styles.card}>
              <div className={styles.factor}>
                <h2>{name}</h2>
                <Tag>{t(`kind.${kind}`)}</Tag>
              </div>
              <p>
                {t('security.since', { date: day(createdAt) })}
                {usedAt !== undefined && ` · ${t('security.used', { date: day(usedAt) })}`}
              </p>
              {removing === id ? (
                <div className={styles.ways}>
                  <Button kind="danger" small onClick={() => void attempt(remove(proof, id), (left) => onChange(left.factors))}>
                    {t('security.remove.sure')}
                  </Button>
                  <Button kind="secondary" small onClick={() => setRemoving(null)}>
                    {t('security.keep')}
                  </Button>
                </div>
              ) : (
                <div>
                  <Button kind="secondary" small onClick={() => setRemoving(id)} aria-label={`${t('security.remove')}: ${name}`}>
                    {t('security.remove')}
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      <Button wide onClick={onAdd}>
        {t(items.length === 0 ? 'security.add' : 'security.add.another')}
      </Button>
      {items.length > 0 && (
        <section className={styles.card}>
          <h2>{t('codes.title')}</h2>
          <p>{t('codes.left', { count: recoveryCodesLeft })}</p>
          <div>
            <Button
              kind="secondary"
              small
              onClick={() => void attempt(renewCodes(proof), ({ recoveryCodes, factors: now }) => onCodes(recoveryCodes, now))}
            >
              {t('codes.renew')}
            </Button>
          </div>
        </section>
      )}
    </div>
  );
}

const day = (at: number) => dateText(at, settings.locale.timeZone, settings.locale.language);
