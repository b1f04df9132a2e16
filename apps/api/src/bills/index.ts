export { SANDBOX_ARCA } from './ar/development-pair.ts';
export { type BooksReport, checkBooks, exportMonth } from './books.ts';
export type { FiscalPack } from './fiscal-pack.ts';
export { billMailKey, issueBills, startBilling } from './issue-bills.ts';
export { type FiscalSettings, fiscalPackOf } from './packs.ts';
export { presentBill, presentOfficeBill } from './present-bill.ts';
export { type PrintableBill, printableBill } from './print-bill.ts';
export {
  type BillRow,
  billsOf,
  countBills,
  deleteReceiver,
  findBill,
  findReceiver,
  findTroubledBills,
  requestAgain,
  requestBills,
  requestCreditNote,
  saveReceiver,
} from './queries.ts';
export { billRoutes } from './routes.ts';
export { showBills } from './show-bills.ts';
