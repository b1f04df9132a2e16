import { pollWhileVisible } from '@butaca/browser/poll.ts';
import type { DataExport } from '@butaca/contract/privacy';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useState } from 'react';
import { loadClient } from '../../calls/load-client.ts';
import privacyTexts from '../../i18n/es/privacy.json';
import { saveFile } from '../save-file.ts';
import styles from './Privacy.module.css';
import { Problem } from './Problem.tsx';
import { privacyOutcome } from './privacy-calls.ts';
import { useDates } from './use-dates.ts';
import { usePrivacyCall } from './use-privacy-call.ts';

const LOOK_EVERY_MS = 3000;

/** The file with everything: asked for, being made, and ready to be saved. */
export function MyFile({ latest }: { latest: DataExport | undefined }) {
  const { t } = useTranslation(privacyTexts);
  const { day } = useDates();
  const [file, setFile] = useState(latest);
  const asking = usePrivacyCall();
  const saving = usePrivacyCall();
  const isBeingMade = file !== undefined && file.madeAt === undefined;

  useEffect(() => {
    if (!isBeingMade) return;
    return pollWhileVisible(
      async () => {
        const { getPrivacy } = await import('@butaca/contract/privacy');
        const found = await (await loadClient()).ask(getPrivacy, {});
        if (found?.export?.madeAt !== undefined) setFile(found.export);
      },
      { everyMs: LOOK_EVERY_MS },
    );
  }, [isBeingMade]);

  const request = async () => {
    const { requestExport } = await import('@butaca/contract/privacy');
    return privacyOutcome(await (await loadClient()).call(requestExport, {}, { purpose: 'charging' }));
  };
  const download = (id: string) => async () => {
    const { getExport } = await import('@butaca/contract/privacy');
    return privacyOutcome(await (await loadClient()).call(getExport, { params: { id } }, { purpose: 'charging' }));
  };

  return (
    <section className={styles.section} aria-labelledby="my-file">
      <h2 id="my-file">{t('data.title')}</h2>
      <p>{t('data.text')}</p>
      {isBeingMade && <Notice title={t('data.preparing.title')}>{t('data.preparing.text')}</Notice>}
      {file?.expiresAt !== undefined && (
        <Notice kind="success" title={t('data.ready.title')}>
          {t('data.ready.text', { until: day(file.expiresAt) })}
        </Notice>
      )}
      <Problem problem={asking.problem ?? saving.problem} />
      <div className={styles.buttons}>
        {file?.madeAt !== undefined && (
          <Button busy={saving.isBusy} onClick={() => void saving.run(download(file.id), saveFile)}>
            {saving.isBusy ? t('data.downloading') : t('data.download')}
          </Button>
        )}
        {!isBeingMade && (
          <Button kind={file ? 'quiet' : 'primary'} busy={asking.isBusy} onClick={() => void asking.run(request, setFile)}>
            {asking.isBusy ? t('data.requesting') : t(file ? 'data.again' : 'data.request')}
          </Button>
        )}
      </div>
    </section>
  );
}
