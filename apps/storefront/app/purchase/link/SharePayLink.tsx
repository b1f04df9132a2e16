import type { Purchase } from '@butaca/contract';
import { makePayLink, revokePayLink } from '@butaca/contract/pay-link';
import { getPurchase } from '@butaca/contract/purchase';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Field } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { loadClient } from '../../calls/load-client.ts';
import { useFrame } from '../../frame/use-frame.ts';
import linkTexts from '../../i18n/es/pay-link.json';
import { pathTo } from '../../paths.ts';
import { stageAddress } from '../buy/addresses.ts';
import styles from '../buy/Buy.module.css';
import { offerEnd } from '../offer/offer-end.ts';

const LOOK_EVERY_MS = 4000;

/** "Somebody else pays?": makes a link, shows it, ends it, and leaves for the outcome when it was paid. */
export function SharePayLink({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation(linkTexts);
  const { brand } = useFrame();
  const [link, setLink] = useState<{ readonly code: string; readonly expiresAt: number } | null>(null);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const [copied, setCopied] = useState(false);
  useLeaveWhenPaid(purchase.id, link !== null);
  const params = { purchaseId: purchase.id };

  const act = async (make: boolean) => {
    setBusy(true);
    setCopied(false);
    const client = await loadClient();
    const made = make ? await client.call(makePayLink, { params, body: {} }, { purpose: 'charging' }) : null;
    const ended = make ? null : await client.call(revokePayLink, { params, body: {} }, { purpose: 'charging' });
    setFailed((made ?? ended)?.status !== 'ok');
    if (made?.status === 'ok') setLink(made.data);
    if (ended?.status === 'ok') setLink(null);
    setBusy(false);
  };

  const address = link && new URL(pathTo('linkPago', { purchaseId: link.code }), window.location.origin).href;
  const copy = async () => {
    if (address)
      setCopied(
        await navigator.clipboard.writeText(address).then(
          () => true,
          () => false,
        ),
      );
  };
  return (
    <details className={styles.share}>
      <summary>{t('share.title')}</summary>
      <div className={styles.section}>
        <p className={styles.note}>{t('share.text')}</p>
        {failed && <Notice kind="error">{t('share.failed')}</Notice>}
        {link && address ? (
          <>
            <Field
              name="payLink"
              label={t('share.link')}
              defaultValue={address}
              readOnly
              onFocus={(event) => event.currentTarget.select()}
            />
            <p className={styles.note}>{t('share.until', { end: offerEnd(link.expiresAt, brand.locale) })}</p>
            <Button kind="secondary" onClick={() => void copy()}>
              {t('share.copy')}
            </Button>
            <Button kind="secondary" disabled={busy} onClick={() => void act(false)}>
              {t('share.revoke')}
            </Button>
            <p role="status">{copied && t('share.copied')}</p>
          </>
        ) : (
          <Button kind="secondary" disabled={busy} onClick={() => void act(true)}>
            {t('share.make')}
          </Button>
        )}
      </div>
    </details>
  );
}

/** While a link is shown the purchase is looked at: somebody else's payment ends it on this screen too. */
function useLeaveWhenPaid(purchaseId: string, looking: boolean) {
  const navigate = useNavigate();
  useEffect(() => {
    if (!looking) return;
    const timer = setInterval(async () => {
      const client = await loadClient();
      const outcome = await client.call(getPurchase, { params: { purchaseId } }, { purpose: 'background' });
      const address = outcome.status === 'ok' && outcome.data.stage ? stageAddress[outcome.data.stage](purchaseId) : null;
      if (address && outcome.status === 'ok' && outcome.data.stage !== 'open') void navigate(address, { replace: true });
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [purchaseId, looking, navigate]);
}
