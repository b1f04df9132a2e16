import { loadBrand } from '@butaca/brand/load';
import { Arca } from '../../../sandbox/src/arca/arca.ts';
import { readConfig } from '../../../sandbox/src/config.ts';
import { aSandbox } from '../../../sandbox/test/a-sandbox.ts';
import { SANDBOX_ARCA } from '../../src/bills/ar/development-pair.ts';
import { fiscalPackOf, issueBills } from '../../src/bills/index.ts';
import type { Db } from '../../src/db/connect.ts';
import { ownerOf } from '../database.ts';

const { brand } = await loadBrand('butaca');
type BillWatch = Parameters<typeof issueBills>[0]['watch'];

/** The sandbox's ARCA on a port of its own, and what bills there as the brand does. */
export async function anAuthority() {
  const arca = new Arca(readConfig({}).arca);
  const sandbox = await aSandbox({ arca });
  const access = {
    wsaa: { url: `${sandbox.origin}/arca/ws/services/LoginCms`, ...SANDBOX_ARCA },
    wsfeUrl: `${sandbox.origin}/arca/wsfev1/service.asmx`,
  };
  const packAt = (db: Db, fiscal: Partial<typeof brand.fiscal> = {}) => {
    const pack = fiscalPackOf(db, { ...brand, fiscal: { ...brand.fiscal, ...fiscal } }, { ar: access });
    if (!pack) throw new Error('the brand makes no bills');
    return pack;
  };
  const said: Readonly<Record<string, unknown>>[] = [];
  const watch: BillWatch = { say: (event, facts) => void said.push({ event, ...facts }) };
  return {
    arca,
    access,
    packAt,
    /** Of what it issued, in its order. */
    said,
    /** One round of a worker at these connections. */
    issue: (db: Db, pack = packAt(db)) => issueBills({ db, pack, watch, financingTaxRate: Math.round(brand.cards.taxOnInterest * 100) }),
    /** What it has authorised, by number. */
    vouchers: (type = 6) =>
      arca.vouchers
        .newestFirst()
        .filter((voucher) => voucher.type === type)
        .toReversed(),
  };
}

/** Lets time pass for everything of bills: what is due then is what the product itself has planned. */
export const letBillsWait = (db: Db, seconds: number) =>
  ownerOf(db).begin(async (tx) => {
    const by = tx`make_interval(secs => ${seconds})`;
    await tx`alter table bill disable trigger user`;
    await tx`update bill set check_at = check_at - ${by}, requested_at = requested_at - ${by}, authorised_at = authorised_at - ${by}`;
    await tx`alter table bill enable trigger user`;
    await tx`update bill_series set check_at = check_at - ${by}, held_until = held_until - ${by}`;
    await tx`update access_ticket set expires_at = expires_at - ${by}, asking_until = asking_until - ${by}`;
  });
