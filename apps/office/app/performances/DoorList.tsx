import { getNominationsFile } from '@butaca/contract/nomination';
import type { OfficePerformance } from '@butaca/contract/office';
import { Button } from '@butaca/ui/components/Button.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useState } from 'react';
import { client } from '../client.ts';
import officeTexts from '../i18n/es/office.json';
import { saveFile } from '../save-file.ts';
import { endSession } from '../session.ts';

/** Downloads who enters with each ticket; nothing where the show asks for no names. */
export function DoorList({ performance: { id, showName, asksForNames } }: { performance: OfficePerformance }) {
  const { t } = useTranslation(officeTexts);
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  if (!asksForNames) return null;

  const download = async () => {
    setState('busy');
    const outcome = await client.call(getNominationsFile, { params: { performanceId: id } });
    setState(outcome.status === 'ok' ? 'idle' : 'failed');
    if (outcome.status === 'unauthorised') endSession('over');
    if (outcome.status !== 'ok') return;
    saveFile(outcome.data);
  };

  return (
    <>
      <Button kind="secondary" small busy={state === 'busy'} onClick={() => void download()}>
        {t('door-list')}
        <span className="visually-hidden"> {showName}</span>
      </Button>
      <span role="status">{state === 'failed' && t('door-list.failed')}</span>
    </>
  );
}
