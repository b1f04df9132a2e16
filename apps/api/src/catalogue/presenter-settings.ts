import type { Brand } from '@butaca/brand';
import { displayUnit } from '@butaca/brand/money';

/** The settings of a brand that presenters use, and the secret behind link hashes. */
export interface PresenterSettings {
  readonly secret: string;
  /** BCP 47, for weekday names. */
  readonly locale: string;
  /** Smallest amount shown, in minor units: 100 for whole pesos (CO-023). */
  readonly displayUnit: number;
  /** Most places that one purchase may hold in a performance. */
  readonly mostPlaces: number;
  /** Most places of a performance that one customer may hold and have bought, where the show does not say. */
  readonly mostPerCustomer: number;
  /** Whether there is a product shop (FL-017). */
  readonly sellsProducts: boolean;
}

/** The settings of a brand, with its display unit worked out. */
export const presenterSettings = ({ locale, constants, flags }: Brand, secret: string): PresenterSettings => ({
  secret,
  locale: locale.language,
  displayUnit: displayUnit(locale),
  mostPlaces: constants.mostPlaces,
  mostPerCustomer: constants.mostPerCustomer,
  sellsProducts: flags.products,
});
