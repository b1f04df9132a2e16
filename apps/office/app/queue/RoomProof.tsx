import type { OfficeRoom } from '@butaca/contract/office-queue';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import queueTexts from '../i18n/es/queue.json';
import styles from './Room.module.css';

/** What makes the draw one that can be checked: promised before, proved afterwards. */
export function RoomProof({ room: { commitment, proof, phase } }: { room: OfficeRoom }) {
  const { t } = useTranslation(queueTexts);
  return (
    <section className={styles.panel} aria-labelledby="proof-title">
      <h2 id="proof-title">{t('proof')}</h2>
      <p className={styles.soft}>{t('proof.explain')}</p>
      <dl>
        <dt className={styles.soft}>{t('proof.commitment')}</dt>
        <dd>
          <code className={styles.hash}>{commitment}</code>
        </dd>
      </dl>
      {proof ? <a href={proof}>{t('proof.link')}</a> : phase === 'closed' && <p>{t('proof.none')}</p>}
    </section>
  );
}
