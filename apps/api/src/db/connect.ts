import postgres from 'postgres';
import { addressesOf } from './addresses.ts';
import { UnexpectedRows } from './expect-rows.ts';

const types = {
  instant: {
    to: 1184,
    from: [1184],
    serialize: (value: Temporal.Instant | Date) => (value instanceof Date ? value.toISOString() : value.toString()),
    parse: (text: string) => Temporal.Instant.from(text.replace(' ', 'T')),
  },
  plainDate: {
    to: 1082,
    from: [1082],
    serialize: (value: Temporal.PlainDate | string) => value.toString(),
    parse: (text: string) => Temporal.PlainDate.from(text),
  },
  /** Amounts and counts stay below 2^53; the columns' constraints see to it. */
  bigint: { to: 20, from: [20], serialize: (value: number) => String(value), parse: (text: string) => Number(text) },
};

interface Types extends Record<string, unknown> {
  instant: Temporal.Instant;
  plainDate: Temporal.PlainDate;
  bigint: number;
}

/**
 * The transaction was certainly undone: the database refused it, or a statement of it met other rows than it was written for.
 * Anything else, such as a lost connection, leaves open whether it was committed.
 */
export const isUndone = (error: unknown): boolean => error instanceof postgres.PostgresError || error instanceof UnexpectedRows;

/** A pool of connections; every query function takes one of these, or a transaction of it. */
export type Db = postgres.Sql<Types>;
/** Inside a transaction: what makes no sense outside one asks for this type. */
export type Tx = postgres.TransactionSql<Types>;

export interface ConnectOptions {
  readonly connections?: number;
  readonly applicationName?: string;
  /** The server ends a statement that runs longer; 0 lets it run. */
  readonly statementTimeoutMs?: number;
  /** Hears of every statement when it is asked for; what it answers hears of its end. */
  readonly onStatement?: StatementListener;
}

/** Requests of people wait for the next attempt, and so does the end of the process: the driver's own pauses reach 20 s. */
const LONGEST_PAUSE_S = 0.5;

/** The driver's patch (decision 021) calls it in the async context of the query's caller. */
type StatementListener = () => (statement: string, error?: unknown) => void;

/** Of several servers it connects to the one that takes writes. */
export function connect(url: string, options: ConnectOptions = {}): Db {
  const { connections = 10, applicationName = 'butaca', statementTimeoutMs = 0, onStatement } = options;
  const db: Db = postgres(url, {
    max: connections,
    types: types as unknown as { [name in keyof Types]: postgres.PostgresType<Types[name]> },
    connection: {
      application_name: applicationName,
      TimeZone: 'UTC',
      statement_timeout: statementTimeoutMs,
      // Statements whose lists the planner thinks long are planned anew each time, which costs more than carrying them out.
      plan_cache_mode: 'force_generic_plan',
      // Such a plan is made once per connection, perhaps while a table is empty and reading all of it is cheap; it would be
      // kept until the table is next analysed, with thousands of rows in it.
      enable_seqscan: 'off',
    },
    // The driver's "read-write" takes a standby whose transactions are read-only only because it is one.
    ...(addressesOf(url).length > 1 ? { target_session_attrs: 'primary' } : {}),
    connect_timeout: 10,
    backoff: (attempts) => (0.5 + Math.random() / 2) * Math.min(2 ** attempts / 100, LONGEST_PAUSE_S),
    onnotice: () => {},
  });
  if (onStatement) Object.assign(db.options, { onstatement: onStatement });
  return db;
}
