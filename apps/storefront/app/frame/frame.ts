import type { PublicBrand } from '@butaca/brand';
import type { ShowType } from '@butaca/contract';

/** What every page shows and every later page keeps. */
export interface Frame {
  readonly brand: PublicBrand;
  readonly logoSvg: string;
  readonly tokensCss: string;
  /** Address of each picture of the brand by its file name. */
  readonly pictures: Readonly<Record<string, string>>;
  /** Empty when the types could not be read: the bar goes without them. */
  readonly showTypes: readonly ShowType[];
}
