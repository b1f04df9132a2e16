import { Button, LinkButton } from '@butaca/ui/components/Button.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useState } from 'react';
import officeTexts from '../i18n/es/office.json';
import { settings } from '../settings.ts';
import styles from './Security.module.css';
import { StepHeading } from './StepHeading.tsx';

/** The codes, shown this once: to copy, to keep as a file, and to confirm that they were kept. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useTranslation(officeTexts);
  const [copied, setCopied] = useState(false);
  const text = codes.join('\n');

  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );

  return (
    <div className={styles.step}>
      <StepHeading lead={t('codes.lead')}>{t('codes.title')}</StepHeading>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={styles.ways}>
        <Button kind="secondary" onClick={() => void copy()}>
          {t(copied ? 'codes.copied' : 'codes.copy')}
        </Button>
        <LinkButton
          kind="secondary"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${settings.name}\n${text}\n`)}`}
          download={t('codes.file')}
        >
          {t('codes.download')}
        </LinkButton>
      </div>
      <Button wide onClick={onKept}>
        {t('codes.kept')}
      </Button>
    </div>
  );
}
