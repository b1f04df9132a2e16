import type { Brand } from '@butaca/brand';
import { MINOR_UNITS } from '@butaca/brand/money';
import { isTaxId } from '@butaca/contract/rules/bill-receiver';
import type { Db } from '#db/connect';
import { type ArcaAccess, arPack } from './ar/ar-pack.ts';
import type { FiscalPack } from './fiscal-pack.ts';

/** Addresses and keys of the authorities, by pack; null where the deployment has none. */
export interface FiscalSettings {
  readonly ar: ArcaAccess | null;
}

/** What makes the bills of a brand; null for one that makes none. Without the settings of its pack it drafts and prints, and asks nobody. */
export function fiscalPackOf(db: Db, { name, fiscal }: Pick<Brand, 'name' | 'fiscal'>, settings: FiscalSettings): FiscalPack | null {
  const { pack, issuer, pointOfSale, namedFrom } = fiscal;
  if (pack === 'none' || !issuer) return null;
  if (!isTaxId(issuer.taxId)) throw new Error('fiscal.issuer.taxId: its check digit is wrong');
  return arPack(db, { ...issuer, tradeName: name, pointOfSale, namedFrom: namedFrom * MINOR_UNITS }, settings.ar);
}
