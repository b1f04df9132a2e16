import type { MoneyLocale } from '@butaca/brand/money';
import { formatMoney } from '@butaca/brand/money';
import { useRouteLoaderData } from 'react-router';
import type { Frame } from './frame.ts';

/** Brand and show types, wherever a component stands. */
export function useFrame(): Frame {
  const frame = useRouteLoaderData('root') as Frame | undefined;
  if (!frame) throw new Error('outside of the page frame');
  return frame;
}

/** Writes an amount in minor units as the brand does. */
export function useMoney(): (minorUnits: number) => string {
  const { price, currency, decimals } = useFrame().brand.locale;
  const locale: MoneyLocale = { price, currency, decimals };
  return (minorUnits) => formatMoney(minorUnits, locale);
}
