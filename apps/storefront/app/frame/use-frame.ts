import type { PublicBrand } from '@butaca/brand';
import { formatMoney, type MoneyLocale } from '@butaca/brand/money';
import type { ShowType } from '@butaca/contract';
import { useRouteLoaderData } from 'react-router';
import type { FooterVariants } from '../chrome/footer-variants.ts';
import type { TopBarVariant } from '../chrome/variants.ts';
import type { ThemeColours } from '../seo/theme-colours.ts';

/** Brand and show types, for any component. */
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

/** The data of the root route, which is read once and kept over navigations. */
export interface Frame {
  readonly brand: PublicBrand;
  /** The bar and the footer that the brand has chosen. */
  readonly bar: TopBarVariant;
  readonly footers: FooterVariants;
  /** Of the public addresses of this deployment. */
  readonly origin: string;
  readonly logoSvg: string;
  readonly tokensCss: string;
  readonly themeColours: ThemeColours;
  /** Each picture of the brand by its file name. */
  readonly pictures: Readonly<Record<string, BrandPicture>>;
  /** Empty when the types could not be read: the bar goes without them. */
  readonly showTypes: readonly ShowType[];
}

/** What an `img` needs of a picture of the brand. */
interface BrandPicture {
  readonly src: string;
  readonly width?: number;
  readonly height?: number;
}
