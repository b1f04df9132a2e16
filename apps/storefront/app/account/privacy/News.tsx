import type { Consent } from '@butaca/contract/privacy';
import { marketingTextOf, marketingTexts, marketingVersions } from '@butaca/contract/rules/marketing';
import { Checkbox } from '@butaca/ui/components/Field.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useState } from 'react';
import { loadClient } from '../../calls/load-client.ts';
import { useFrame } from '../../frame/use-frame.ts';
import privacyTexts from '../../i18n/es/privacy.json';
import styles from './Privacy.module.css';
import { Problem } from './Problem.tsx';
import { privacyOutcome } from './privacy-calls.ts';
import { useDates } from './use-dates.ts';
import { usePrivacyCall } from './use-privacy-call.ts';

/** News by mail: one box, which takes back as easily as it gives, and what was decided when. */
export function News({ consents: read }: { consents: readonly Consent[] }) {
  const { t } = useTranslation(privacyTexts);
  const { day } = useDates();
  const [consents, setConsents] = useState(read);
  /** What was just pressed, until it is answered. */
  const [wanted, setWanted] = useState<boolean | null>(null);
  const [isSaved, setSaved] = useState(false);
  const { isBusy, problem, run } = usePrivacyCall();
  const [newest] = consents;
  const isGiven = newest?.given ?? false;
  const textVersion = marketingVersions[useFrame().brand.locale.language];

  const set = (given: boolean) => async () => {
    const { setMarketing } = await import('@butaca/contract/privacy');
    const body = { given, textVersion };
    return privacyOutcome(await (await loadClient()).call(setMarketing, { body }, { purpose: 'charging' }));
  };
  const change = async (given: boolean) => {
    if (isBusy) return;
    setSaved(false);
    setWanted(given);
    await run(set(given), (answer) => {
      setConsents(answer.consents);
      setSaved(true);
    });
    setWanted(null);
  };

  return (
    <section className={styles.section} aria-labelledby="news">
      <h2 id="news">{t('news.title')}</h2>
      <Checkbox
        label={marketingTexts[textVersion]}
        checked={wanted ?? isGiven}
        aria-busy={isBusy || undefined}
        onChange={(event) => void change(event.currentTarget.checked)}
      />
      <p className={styles.soft} role="status">
        {isBusy && t('news.saving')}
        {!isBusy && isSaved && t(isGiven ? 'news.saved.yes' : 'news.saved.no')}
        {!isBusy && !isSaved && (newest ? t(isGiven ? 'news.since' : 'news.withdrawn', { date: day(newest.at) }) : t('news.never'))}
      </p>
      <Problem problem={problem} />
      {consents.length > 1 && (
        <details className={styles.history}>
          <summary>{t('news.history')}</summary>
          <ul className={styles.list}>
            {consents.map(({ given, textVersion: read, at }) => (
              <li key={at}>
                {day(at)}: {given ? t('news.history.given', { text: marketingTextOf(read) ?? read }) : t('news.history.taken')}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
