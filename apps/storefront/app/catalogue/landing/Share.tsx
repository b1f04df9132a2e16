import { Button } from '@butaca/ui/components/Button.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useState } from 'react';
import { useFrame } from '../../frame/use-frame.ts';
import landingTexts from '../../i18n/es/landing.json';
import styles from './Share.module.css';

/** The device's own way to send a link on; where it has none, the link is copied. No network is asked. */
export function Share({ name, path }: { name: string; path: string }) {
  const { t } = useTranslation(landingTexts);
  const { origin } = useFrame();
  const [said, setSaid] = useState('');
  const url = new URL(path, origin).href;

  const share = async () => {
    setSaid('');
    try {
      if (typeof navigator.share === 'function') return await navigator.share({ title: name, url });
      await navigator.clipboard.writeText(url);
      setSaid(t('share.copied'));
    } catch (error) {
      // Closing the device's own dialog is no failure.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      setSaid(t('share.failed', { url }));
    }
  };

  return (
    <span className={styles.share}>
      <Button small kind="secondary" onClick={() => void share()}>
        {t('share')}
      </Button>
      <span role="status">{said}</span>
    </span>
  );
}
