import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sqlIn, tableStatements } from './table-statements.ts';

/** The module of the api, a folder of `apps/api/src`, that alone may insert, update or delete in a table. */
export const owners: Readonly<Record<string, string>> = {
  purchase: 'sale',
  place: 'sale',
  hold: 'sale',
  performance_stock: 'sale',
  claim_key: 'sale',
  bought_places: 'sale',
  offer: 'sale',
  pay_link: 'sale',
  reservation: 'sale',
  staff_action: 'sale',
  reissue: 'sale',
  drawer: 'sale',
  drawer_entry: 'sale',
  terminal_slip: 'sale',
  delivery_address: 'sale',
  delivery_step: 'sale',
  attempt: 'payments',
  attempt_event: 'payments',
  card_try: 'payments',
  refund: 'payments',
  ledger_transaction: 'payments',
  ledger_entry: 'payments',
  balance: 'payments',
  bill: 'bills',
  bill_series: 'bills',
  bill_receiver: 'bills',
  access_ticket: 'bills',
  ticket: 'orders',
  reading: 'orders',
  nomination: 'orders',
  customer: 'customers',
  customer_phone: 'customers',
  customer_address: 'customers',
  mail_code: 'customers',
  data_export: 'customers',
  marketing_consent: 'customers',
  session: 'customers',
  login_throttle: 'customers',
  used_captcha: 'customers',
  known_device: 'customers',
  passkey: 'customers',
  used_challenge: 'customers',
  log_in_link: 'customers',
  account_notice: 'customers',
  newsletter_subscription: 'customers',
  show_alert: 'customers',
  watched_show: 'customers',
  support_message: 'customers',
  second_factor: 'customers',
  recovery_code: 'customers',
  password_proof: 'customers',
  external_identity: 'customers',
  external_session: 'customers',
  external_log_out: 'customers',
  used_external_state: 'customers',
  queue_room: 'waiting-room',
  queue_line: 'waiting-room',
  queue_pass: 'waiting-room',
  queue_account: 'waiting-room',
  queue_network: 'waiting-room',
  queue_solution: 'waiting-room',
  queue_code: 'waiting-room',
  queue_lease: 'waiting-room',
  queue_change: 'waiting-room',
  queue_sample: 'waiting-room',
  queue_price: 'waiting-room',
  queue_pulse: 'waiting-room',
  venue: 'catalogue',
  venue_map: 'catalogue',
  sector: 'catalogue',
  show_type: 'catalogue',
  show: 'catalogue',
  show_word: 'catalogue',
  search_word: 'catalogue',
  search_version: 'catalogue',
  show_image: 'catalogue',
  show_image_variant: 'catalogue',
  gallery_image: 'catalogue',
  image: 'catalogue',
  performance: 'catalogue',
  performance_move: 'catalogue',
  import_link: 'catalogue',
  price_level: 'catalogue',
  price_type: 'catalogue',
  charge: 'catalogue',
  promotion: 'catalogue',
  promotion_code: 'catalogue',
  promotion_use: 'sale',
  promotion_document: 'sale',
  product: 'catalogue',
  product_variant: 'catalogue',
  purchase_product: 'sale',
  tax_class: 'catalogue',
  delivery_type: 'catalogue',
  delivery_point: 'catalogue',
  delivery_zone: 'catalogue',
  order_mailbox: 'mailboxes',
  undelivered_mail: 'mailboxes',
  migration: 'db',
  worker_lease: 'db',
  deployment: 'db',
  used_key: 'db',
};

interface Exception {
  readonly file: string;
  /** Undefined: the statement is known only to the running program. */
  readonly table: string | undefined;
  readonly reason: string;
}
const exceptions: readonly Exception[] = [
  {
    file: 'apps/api/src/db/settle-brand.ts',
    table: 'tax_class',
    reason: 'an empty database gets the tax classes of its brand at start, before there is any catalogue',
  },
  {
    file: 'apps/api/src/db/settle-brand.ts',
    table: 'delivery_type',
    reason: 'the delivery types that the migrations insert are taxed with a class of the brand',
  },
  {
    file: 'apps/api/src/customers/privacy/queries-erasure.ts',
    table: 'nomination',
    reason: 'whoever erases an account takes the names on its tickets away in the same transaction',
  },
  {
    file: 'apps/api/src/customers/privacy/queries-erasure.ts',
    table: 'delivery_address',
    reason: 'whoever erases an account takes the addresses of its orders away in the same transaction',
  },
  {
    file: 'apps/api/src/customers/privacy/queries-erasure.ts',
    table: 'bill_receiver',
    reason: 'whoever erases an account takes the names for bills that it gave away in the same transaction',
  },
  ...['order_mailbox', 'undelivered_mail'].flatMap((table) => [
    {
      file: 'apps/api/src/customers/privacy/queries-erasure.ts',
      table,
      reason: 'whoever erases an account takes the addresses of its mails away in the same transaction',
    },
    {
      file: 'apps/api/src/customers/queries-mailbox.ts',
      table,
      reason: 'the owner of a mailbox who proves it ends where the opener of the account had its mails sent, in the same transaction',
    },
  ]),
  { file: 'apps/api/src/db/migrate.ts', table: undefined, reason: 'it applies the migrations' },
  { file: 'apps/api/src/db/api-role.ts', table: undefined, reason: 'it gives and takes rights to tables, and writes no row' },
];

interface Write {
  readonly file: string;
  readonly table: string | undefined;
}

/** Writes to another module's table, tables without an owner, and entries above that are out of date; one line each. */
export async function strayOwners(root: string): Promise<string[]> {
  const writes: Write[] = [];
  const tables = new Set<string | undefined>();
  for (const file of (await Array.fromAsync(glob('apps/api/migrations/*.sql', { cwd: root }))).sort()) {
    for (const { kind, table } of tableStatements(await readFile(join(root, file), 'utf8'))) {
      if (kind === 'create') tables.add(table);
      if (kind === 'drop') tables.delete(table);
    }
  }
  for await (const file of glob('apps/api/src/**/*.ts', { cwd: root })) {
    for (const { kind, table } of (await sqlIn(await readFile(join(root, file), 'utf8'))).flatMap(tableStatements)) {
      if (kind === 'create') tables.add(table);
      writes.push({ file, table });
    }
  }
  return [...new Set([...writes.flatMap(strayWrite), ...outOfDate(writes, tables)])];
}

function strayWrite({ file, table }: Write): string[] {
  if (exceptions.some((exception) => exception.file === file && exception.table === table)) return [];
  if (table === undefined) return [`${file}: a statement must name the table that it writes`];
  const owner = owners[table];
  if (owner === undefined) return [`${file}: writes ${table}, which has no owner in table-owners.ts`];
  return file.startsWith(`apps/api/src/${owner}/`) ? [] : [`${file}: writes ${table}, which only ${owner} may write`];
}

function outOfDate(writes: readonly Write[], tables: ReadonlySet<string | undefined>): string[] {
  const unused = exceptions.filter(({ file, table }) => !writes.some((write) => write.file === file && write.table === table));
  return [
    ...[...tables].filter((table) => owners[table ?? ''] === undefined).map((table) => `table-owners.ts: ${table} has no owner`),
    ...Object.keys(owners)
      .filter((table) => !tables.has(table))
      .map((table) => `table-owners.ts: there is no table ${table}`),
    ...unused.map(({ file, table }) => `table-owners.ts: ${file} no longer writes ${table ?? 'a table without naming it'}`),
  ];
}
