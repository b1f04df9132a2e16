import { momentText } from '@butaca/brand/dates';
import type { DeliveryType, Purchase } from '@butaca/contract';
import type { Address } from '@butaca/contract/account';
import { Button } from '@butaca/ui/components/Button.tsx';
import { Select } from '@butaca/ui/components/Field.tsx';
import { Notice } from '@butaca/ui/components/Notice.tsx';
import { RadioGroup } from '@butaca/ui/components/RadioGroup.tsx';
import { useTranslation } from '@butaca/ui/i18n/use-translation.tsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useFrame, useMoney } from '../../frame/use-frame.ts';
import buyTexts from '../../i18n/es/buy.json';
import styles from './Buy.module.css';
import { type Changed, chooseDelivery } from './change-purchase.ts';
import { ProblemText } from './ProblemText.tsx';

interface DeliverySectionProps {
  readonly types: readonly DeliveryType[];
  readonly purchase: Purchase;
  /** Of the account, the preferred one first. */
  readonly addresses: readonly Address[];
  /** Opens the form of another one. */
  readonly onNewAddress: () => void;
  /** The address that was typed last on this page, once the server has answered whether tickets are brought there. */
  readonly added: Address | null;
  readonly problem: string | undefined;
  readonly waiting: boolean;
  readonly change: (act: (purchase: Purchase) => Promise<Changed>) => Promise<void>;
}

/** How the tickets arrive, each way with what it costs (GE-012); then where they are fetched, or to which address they are brought. */
export function DeliverySection({ types, purchase, addresses, onNewAddress, added, problem, waiting, change }: DeliverySectionProps) {
  const { t } = useTranslation(buyTexts);
  const money = useMoney();
  /** Pressed last. Home without an address is not chosen: what is shown as chosen is what is paid. */
  const [wished, setWished] = useState<number>();
  const root = useRef<HTMLElement>(null);
  const isAddedChosen = added !== null && purchase.deliveryAddressId === added.id;
  // The button that opened the form is gone after the first address. A refusal takes the focus by itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address
  useEffect(() => {
    if (isAddedChosen) root.current?.querySelector<HTMLElement>('[name="addressId"]')?.focus();
  }, [added]);
  if (types.length === 0) return null;
  const [address] = addresses;
  const chosen = types.find(({ id }) => id === purchase.deliveryTypeId);
  // To a home that was refused, or is not known yet, the way is another address.
  const unchosenHome = types.find(({ id, kind }) => id === wished && id !== chosen?.id && kind === 'home');

  const choose = (id: number) => {
    const type = types.find((each) => each.id === id);
    setWished(id);
    if (!type || (type.kind === 'home' && !address)) return;
    const pointId = type.kind === 'point' ? type.points?.[0]?.id : undefined;
    const addressId = type.kind === 'home' ? address?.id : undefined;
    return change((current) => chooseDelivery(current, { deliveryTypeId: id, pointId, addressId }));
  };
  return (
    <section ref={root} className={styles.section}>
      <h2>{t('delivery.title')}</h2>
      <RadioGroup
        name="deliveryTypeId"
        legend={t('delivery.title')}
        legendHidden
        chosen={purchase.deliveryTypeId}
        onChoose={choose}
        waiting={waiting}
        error={problem && <ProblemText field="delivery" reason={problem} />}
        options={types.map((type) => ({
          value: type.id,
          title: type.name,
          text: <TypeText type={type} />,
          aside:
            type.price === 0
              ? t('totals.free')
              : (type.zones?.length ?? 0) > 1
                ? t('delivery.from', { amount: money(type.price) })
                : money(type.price),
        }))}
      />
      {unchosenHome && address === undefined && (
        <Notice kind="info" actions={<NewAddressButton onPress={onNewAddress}>{t('delivery.add address')}</NewAddressButton>}>
          {t('delivery.no address')}
        </Notice>
      )}
      {unchosenHome
        ? address && <Where type={unchosenHome} {...{ purchase, addresses, onNewAddress, waiting, change }} />
        : chosen && <Where type={chosen} {...{ purchase, addresses, onNewAddress, waiting, change }} />}
      <p className="visually-hidden" role="status">
        {isAddedChosen && t('delivery.added', { address: addressLine(added) })}
      </p>
    </section>
  );
}

const addressLine = ({ street, number, location }: Address): string => `${street} ${number}, ${location}`;

function TypeText({ type: { description, until } }: { type: DeliveryType }) {
  const { t } = useTranslation(buyTexts);
  const { language, timeZone } = useFrame().brand.locale;
  if (until === undefined) return description;
  const end = momentText(until, { language, timeZone }, { weekday: 'long', day: 'numeric', month: 'long' });
  return [description, t('delivery.until', { end })].filter(Boolean).join(' ');
}

const NewAddressButton = ({ onPress, children }: { readonly onPress: () => void; readonly children: ReactNode }) => (
  <Button kind="secondary" small onClick={onPress}>
    {children}
  </Button>
);

type WhereProps = Pick<DeliverySectionProps, 'purchase' | 'addresses' | 'onNewAddress' | 'waiting' | 'change'> & {
  readonly type: DeliveryType;
};

/** The point of sale or the address, of those that there are. */
function Where({ type: { id, kind, points = [], zones = [] }, purchase, addresses, onNewAddress, waiting, change }: WhereProps) {
  const { t } = useTranslation(buyTexts);
  const money = useMoney();
  if (kind === 'point') {
    const point = points.find((each) => each.id === purchase.deliveryPointId);
    return (
      <Select
        name="pointId"
        label={t('delivery.point')}
        hint={point && [`${point.address}, ${point.city}`, point.hours].filter(Boolean).join(' · ')}
        value={purchase.deliveryPointId}
        disabled={waiting}
        onChange={({ target }) => void change((current) => chooseDelivery(current, { deliveryTypeId: id, pointId: Number(target.value) }))}
      >
        {points.map((each) => (
          <option key={each.id} value={each.id}>
            {each.name} · {each.city}
          </option>
        ))}
      </Select>
    );
  }
  if (kind !== 'home') return null;
  return (
    <>
      <Select
        name="addressId"
        label={t('delivery.address')}
        hint={zones.map(({ name, price }) => `${name}: ${money(price)}`).join(' · ')}
        value={purchase.deliveryTypeId === id ? purchase.deliveryAddressId : ''}
        disabled={waiting}
        onChange={({ target }) =>
          target.value !== '' && void change((current) => chooseDelivery(current, { deliveryTypeId: id, addressId: target.value }))
        }
      >
        {purchase.deliveryTypeId !== id && <option value="">{t('delivery.choose address')}</option>}
        {addresses.map((each) => (
          <option key={each.id} value={each.id}>
            {addressLine(each)}
          </option>
        ))}
      </Select>
      <p>
        <NewAddressButton onPress={onNewAddress}>{t('delivery.other address')}</NewAddressButton>
      </p>
    </>
  );
}
