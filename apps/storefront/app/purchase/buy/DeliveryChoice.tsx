import type { DeliveryType, Purchase } from '@butaca/contract';
import { useMoney } from '../../frame/use-frame.ts';
import { useTranslation } from '../../i18n/use-translation.tsx';
import styles from './Buy.module.css';
import { Choice } from './Choice.tsx';
import { type Changed, chooseDelivery } from './change-purchase.ts';
import { ProblemText } from './problem-text.tsx';
import { buyTexts } from './texts.ts';

interface DeliveryChoiceProps {
  readonly types: readonly DeliveryType[];
  readonly chosen: number | undefined;
  readonly problem: string | undefined;
  readonly waiting: boolean;
  readonly change: (act: (purchase: Purchase) => Promise<Changed>) => Promise<void>;
}

/** How the tickets arrive, each way with what it costs (GE-012). */
export function DeliveryChoice({ types, chosen, problem, waiting, change }: DeliveryChoiceProps) {
  const { t } = useTranslation(buyTexts);
  const money = useMoney();
  if (types.length === 0) return null;
  return (
    <section className={styles.section}>
      <h2>{t('delivery.title')}</h2>
      <Choice
        name="deliveryTypeId"
        legend={t('delivery.title')}
        legendHidden
        chosen={chosen}
        onChoose={(id) => change((purchase) => chooseDelivery(purchase, id))}
        waiting={waiting}
        error={problem && <ProblemText field="delivery" reason={problem} />}
        options={types.map(({ id, name, description, price }) => ({
          value: id,
          title: name,
          text: description,
          aside: price === 0 ? t('totals.free') : money(price),
        }))}
      />
    </section>
  );
}
