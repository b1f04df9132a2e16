import { dateText } from '@butaca/brand/dates';
import type { BalanceMovement } from '@butaca/contract/balance';
import { LinkButton } from '@butaca/ui/components/Button.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { Link } from 'react-router';
import { useFrame, useMoney } from '../../frame/use-frame.ts';
import balanceTexts from '../../i18n/es/balance.json';
import { pathTo } from '../../paths.ts';
import { AccountPage } from '../AccountPage.tsx';
import { AccountShell } from '../AccountShell.tsx';
import { ReadFailed } from '../ReadFailed.tsx';
import type { Route } from './+types/route';
import styles from './Balance.module.css';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const [{ getBalance }, { pageCall }] = await Promise.all([import('@butaca/contract/balance'), import('../../calls/page-call.ts')]);
  const answer = await pageCall(getBalance, {}, request);
  return answer.ok ? answer.data : null;
}

export function HydrateFallback() {
  const { t } = useTranslation(balanceTexts);
  return <AccountShell title={t('title')} />;
}

/** What the customer has here to spend, and where it came from and went to. */
export default function MyBalance({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation(balanceTexts);
  return (
    <AccountPage title={t('title')}>
      {loaderData === null ? <ReadFailed title={t('failed.title')} /> : <Balance {...loaderData} />}
    </AccountPage>
  );
}

function Balance({ amount, movements }: { amount: number; movements: readonly BalanceMovement[] }) {
  const { t } = useTranslation(balanceTexts);
  const money = useMoney();
  return (
    <div className={styles.balance}>
      {amount > 0 ? (
        <div className={styles.available}>
          <p className={styles.label}>{t('available')}</p>
          <p className={styles.amount}>{money(amount)}</p>
          <p className={styles.soft}>{t('use')}</p>
        </div>
      ) : (
        <div className={styles.available}>
          <h2>{t('none.title')}</h2>
          <p className={styles.soft}>{t('none.text')}</p>
        </div>
      )}
      <div>
        <LinkButton as={Link} kind="secondary" to={pathTo('cartelera', {})}>
          {t('choose')}
        </LinkButton>
      </div>
      {movements.length > 0 && (
        <section className={styles.section} aria-labelledby="movements">
          <h2 id="movements">{t('movements')}</h2>
          <ul className={styles.list}>
            {movements.map((movement) => (
              <Movement key={`${movement.orderId} ${movement.at} ${movement.amount}`} movement={movement} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Movement({ movement: { at, amount, orderId, orderNumber } }: { movement: BalanceMovement }) {
  const { t } = useTranslation(balanceTexts);
  const money = useMoney();
  const { language, timeZone } = useFrame().brand.locale;
  const date = dateText(at, { language, timeZone }, { dateStyle: 'long' });
  return (
    <li className={styles.movement}>
      <div>
        <p className={styles.kind}>{t(amount > 0 ? 'in' : 'out')}</p>
        <p className={styles.soft}>
          <Link to={pathTo('order', { orderId })}>{t('of', { number: orderNumber ?? orderId })}</Link> · {date}
        </p>
      </div>
      {/* The sign stands with the amount: colour alone would say nothing to many. */}
      <p className={styles.moved}>{amount > 0 ? `+${money(amount)}` : `−${money(-amount)}`}</p>
    </li>
  );
}
