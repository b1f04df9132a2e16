import { Money } from '@butaca/ui/components/Money.tsx';
import { settings } from '../settings.ts';
import { Count } from './Count.tsx';

/** An amount in minor units that may change while it is looked at. */
export function Takings({ amount }: { amount: number }) {
  return (
    <Count value={amount}>
      <Money amount={amount} locale={settings.locale} />
    </Count>
  );
}
