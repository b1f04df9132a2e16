/** What a fact of an event may be. Nothing else is written: no name, mail address, document, token, ticket code or digit of a card. */
interface FactTypes {
  /** An id of ours: random, or of the catalogue. */
  id: string | number;
  /** A keyed hash of what is not written itself. */
  hash: string;
  /** One of our own words: a call, a refusal, a job, a provider. */
  word: string;
  count: number;
  ms: number;
  /** A statement as it was prepared, without its values. */
  statement: string;
  /** A sentence of a library; what looks like an address or a number is taken out. */
  sentence: string;
  /** Its kind, code, message and stack; what looks like an address or a number is taken out. */
  error: unknown;
}

type Kind = keyof FactTypes;
/** A kind, one that may be missing, or the words that it may be. */
type Fact = Kind | `${Kind}?` | readonly string[];

export interface EventSpec {
  /** `security`: who did or tried what. `work`: how the product itself fares. */
  readonly kind: 'security' | 'work';
  /** `warn`: somebody should know. `error`: somebody should look. */
  readonly level: 'info' | 'warn' | 'error';
  /** The line's sentence. */
  readonly says: string;
  readonly facts: Readonly<Record<string, Fact>>;
  /** Of what a stranger or an outage can cause without end; more are counted, and the next line says how many were left out. */
  readonly mostPerMinute?: number;
  /** The fact each value of which has one line a minute; more are counted, and its next line says how many were left out. */
  readonly onceAMinuteFor?: string;
}

const OFTEN = 600;
const SELDOM = 60;

/** Everything that is said, by name. `npm run do -- events` draws docs/log.md from it. */
export const events = {
  // Security: log-ins, roles, limits, money, keys.
  'log-in': {
    kind: 'security',
    level: 'info',
    says: 'somebody logged in, or tried to',
    facts: { outcome: 'word', account: 'hash', network: 'hash' },
    mostPerMinute: OFTEN,
  },
  'quick-log-in': {
    kind: 'security',
    level: 'info',
    says: 'a customer logged in without the password, or tried to',
    facts: { by: ['device', 'link', 'passkey'], outcome: 'word', network: 'hash' },
    mostPerMinute: OFTEN,
  },
  'captcha-provider-down': {
    kind: 'work',
    level: 'error',
    says: 'reCAPTCHA gave no usable answer, so forms are refused until it does',
    facts: { reason: ['no answer', 'late', 'status', 'no json', 'our settings'] },
    mostPerMinute: SELDOM,
  },
  'captcha-refused': {
    kind: 'security',
    level: 'info',
    says: 'reCAPTCHA’s answer about a form does not hold',
    facts: { purpose: 'word', outcome: ['token', 'action', 'score', 'hostname', 'age'] },
    mostPerMinute: SELDOM,
  },
  'log-out': { kind: 'security', level: 'info', says: 'a session was ended by its owner', facts: {}, mostPerMinute: OFTEN },
  'notice-ended': {
    kind: 'security',
    level: 'warn',
    says: 'the owner of an account ended something new in it by the link of a mail, which means that it was not theirs',
    facts: { kind: ['passkey', 'device', 'address'], network: 'hash' },
    mostPerMinute: SELDOM,
  },
  'external-log-in': {
    kind: 'security',
    level: 'info',
    says: 'somebody logged in at the external login, or tried to',
    facts: { outcome: 'word', network: 'hash' },
    mostPerMinute: OFTEN,
  },
  'external-log-out': {
    kind: 'security',
    level: 'info',
    says: 'the external login said that somebody logged out there',
    facts: { sessions: 'count' },
    mostPerMinute: OFTEN,
  },
  'account-erased': {
    kind: 'security',
    level: 'info',
    says: 'an account was erased by its owner',
    facts: { network: 'hash' },
    mostPerMinute: OFTEN,
  },
  'second-factor': {
    kind: 'security',
    level: 'info',
    says: 'a second factor of the staff was given, added or removed, or somebody tried to',
    facts: { verb: 'word', outcome: 'word', network: 'hash' },
    mostPerMinute: OFTEN,
  },
  'sign-up': {
    kind: 'security',
    level: 'info',
    says: 'somebody opened an account, or tried to',
    facts: { outcome: 'word', account: 'hash', network: 'hash' },
    mostPerMinute: OFTEN,
  },
  'recovery-asked': {
    kind: 'security',
    level: 'info',
    says: 'somebody asked for a code to recover a password, of an account or not',
    facts: { outcome: 'word', account: 'hash', network: 'hash' },
    mostPerMinute: OFTEN,
  },
  'recovery-code-given': {
    kind: 'security',
    level: 'info',
    says: 'the passkeys of an account were asked for with a mailed code, or somebody tried to',
    facts: { outcome: 'word', account: 'hash', network: 'hash' },
    mostPerMinute: OFTEN,
  },
  'password-recovered': {
    kind: 'security',
    level: 'info',
    says: 'a password was set by a mailed code, or somebody tried to',
    facts: { outcome: 'word', account: 'hash', network: 'hash' },
    mostPerMinute: OFTEN,
  },
  'password-changed': {
    kind: 'security',
    level: 'info',
    says: 'somebody changed their password, or tried to',
    facts: { outcome: 'word', account: 'hash', network: 'hash' },
    mostPerMinute: OFTEN,
  },
  'session-refused': {
    kind: 'security',
    level: 'info',
    says: 'a call came with a token that is over, revoked or forged',
    facts: { call: 'word', network: 'hash' },
    mostPerMinute: SELDOM,
  },
  'foreign-page': {
    kind: 'security',
    level: 'info',
    says: 'a page of another site called, or posted a form, or a link was to change something, and was refused',
    facts: { call: 'word', network: 'hash' },
    mostPerMinute: SELDOM,
  },
  'refused-by-role': {
    kind: 'security',
    level: 'warn',
    says: 'a call was refused because the caller has another role',
    facts: { call: 'word', network: 'hash' },
    mostPerMinute: OFTEN,
  },
  'limit-reached': {
    kind: 'security',
    level: 'info',
    says: 'a limit refused a call',
    facts: { call: 'word', limit: 'word', which: 'word?', network: 'hash', object: 'id?' },
    mostPerMinute: OFTEN,
  },
  'staff-verb': {
    kind: 'security',
    level: 'info',
    says: 'a member of the staff changed something, or tried to',
    facts: { call: 'word', outcome: 'word', network: 'hash', object: 'id?' },
  },
  'refund-sent': {
    kind: 'work',
    level: 'info',
    says: 'a provider was asked to give back the money of refunded tickets',
    facts: { purchaseId: 'id', reference: 'id', provider: 'word', outcome: ['reversed', 'refunded', 'unknown'] },
  },
  'ledger-checked': {
    kind: 'work',
    level: 'info',
    says: 'the ledger was checked as a whole',
    facts: { faults: 'count' },
  },
  'ledger-fault': {
    kind: 'work',
    level: 'error',
    says: 'something in the ledger does not add up',
    facts: { what: 'word', purchaseId: 'id', reference: 'id' },
    mostPerMinute: SELDOM,
  },
  'refund-failed': {
    kind: 'work',
    level: 'error',
    says: 'a refund could not be looked after; it is tried again within minutes',
    facts: { purchaseId: 'id', reference: 'id', error: 'error' },
    mostPerMinute: SELDOM,
  },
  'cash-sale': {
    kind: 'security',
    level: 'info',
    says: 'a counter sold, for cash or on its card terminal',
    facts: { purchaseId: 'id', amount: 'count', tickets: 'count' },
  },
  'payment-declined': {
    kind: 'security',
    level: 'info',
    says: 'a charge was declined or refused by its provider',
    facts: { purchaseId: 'id', reference: 'id', provider: 'word', outcome: ['declined', 'refused', 'cancelled'], network: 'hash?' },
    mostPerMinute: OFTEN,
  },
  'keys-in-use': {
    kind: 'security',
    level: 'info',
    says: 'this process signs with these keys, and still reads what the earlier ones signed',
    facts: { sessions: 'hash', tickets: 'hash', earlierTickets: 'hash' },
  },
  'ticket-read': {
    kind: 'security',
    level: 'info',
    says: 'a door read a code',
    facts: { outcome: 'word' },
  },
  'tickets-downloaded': {
    kind: 'security',
    level: 'info',
    says: 'signed tickets left as a file',
    facts: { purchaseId: 'id', network: 'hash' },
    mostPerMinute: OFTEN,
  },
  'tickets-reissued': {
    kind: 'security',
    level: 'info',
    says: 'a buyer had tickets issued anew, and those before are void',
    facts: { purchaseId: 'id', tickets: 'count', network: 'hash' },
    mostPerMinute: OFTEN,
  },

  // The sale at work.
  'batch-broke': {
    kind: 'work',
    level: 'warn',
    says: 'a batch broke and is repeated in parts',
    facts: { batch: 'word', size: 'count', error: 'error' },
    mostPerMinute: SELDOM,
  },
  'claims-judged-alone': {
    kind: 'work',
    level: 'info',
    says: 'claims of a broken batch were judged one by one',
    facts: { claims: 'count', decided: 'count', locked: 'count' },
    mostPerMinute: SELDOM,
  },
  'recheck-failed': {
    kind: 'work',
    level: 'warn',
    says: 'places that seem taken could not be read again; their claims are tried again',
    facts: { claims: 'count', error: 'error' },
    mostPerMinute: SELDOM,
  },
  'announcement-not-sent': {
    kind: 'work',
    level: 'warn',
    says: 'an announcement of changed places did not leave; the other processes will notice the gap',
    facts: { error: 'error' },
    mostPerMinute: SELDOM,
  },
  'announcement-lost': {
    kind: 'work',
    level: 'warn',
    says: 'announcements of another process were lost, or the connection that hears them was; all places are read again',
    facts: { reason: ['gap', 'reconnected'] },
    mostPerMinute: SELDOM,
  },
  'stale-places': {
    kind: 'work',
    level: 'warn',
    says: 'places were shown wrongly until the slow check corrected them',
    facts: { performanceId: 'id', places: 'count' },
    mostPerMinute: SELDOM,
  },
  'places-went-back': {
    kind: 'work',
    level: 'warn',
    says: 'places are older in the database than this process knew: it was restored, or another server took over; all places are read again',
    facts: { performanceId: 'id', places: 'count' },
    mostPerMinute: SELDOM,
  },
  swept: {
    kind: 'work',
    level: 'info',
    says: 'expired purchases were ended and their places freed',
    facts: { purchases: 'count', places: 'count' },
    mostPerMinute: OFTEN,
  },
  'sweep-failed': {
    kind: 'work',
    level: 'error',
    says: 'sweeping failed; of failures in a row this is the first',
    facts: { error: 'error' },
  },

  // Money.
  'provider-missing': {
    kind: 'work',
    level: 'error',
    says: 'a payment is of a provider that this deployment has no settings for; it stays as it is until it has',
    facts: { purchaseId: 'id', reference: 'id', provider: 'word' },
    mostPerMinute: SELDOM,
  },
  'notice-refused': {
    kind: 'security',
    level: 'warn',
    says: 'a call about a payment does not come from its provider',
    facts: { provider: 'word' },
    mostPerMinute: SELDOM,
  },
  'chargeback-differs': {
    kind: 'work',
    level: 'warn',
    says: 'a provider told of a chargeback that is not what is left of the payment; what was left is booked, and staff have to settle the difference',
    facts: { purchaseId: 'id', reference: 'id', provider: 'word' },
    mostPerMinute: SELDOM,
  },
  'given-back': {
    kind: 'work',
    level: 'warn',
    says: 'a provider has given money of a paid order back of itself; it is booked, and staff see it among the refunds',
    facts: { purchaseId: 'id', reference: 'id', provider: 'word' },
    mostPerMinute: SELDOM,
  },
  'given-back-differs': {
    kind: 'work',
    level: 'warn',
    says: 'a provider has given back more of a payment than was left of it; what was left is booked, and staff have to settle the difference',
    facts: { purchaseId: 'id', reference: 'id', provider: 'word' },
    mostPerMinute: SELDOM,
  },
  'payment-in-doubt': {
    kind: 'work',
    level: 'warn',
    says: 'a provider gave no usable answer; the payment is looked into until it does',
    facts: { purchaseId: 'id', reference: 'id', provider: 'word', asked: ['charge', 'resume', 'query', 'give-up', 'notice'] },
    mostPerMinute: OFTEN,
  },
  'money-goes-back': {
    kind: 'work',
    level: 'warn',
    says: 'money that cannot become tickets is returned',
    facts: { purchaseId: 'id', reference: 'id', provider: 'word', outcome: ['reversed', 'refunded', 'unknown'] },
  },
  reconciled: {
    kind: 'work',
    level: 'info',
    says: 'payments without a final answer were looked into',
    facts: { attempts: 'count', failed: 'count' },
  },
  'reconcile-failed': {
    kind: 'work',
    level: 'error',
    says: 'a payment could not be looked into; it is tried again within a minute',
    facts: { purchaseId: 'id', reference: 'id', error: 'error' },
    mostPerMinute: SELDOM,
  },

  // Jobs.
  'job-failed': {
    kind: 'work',
    level: 'warn',
    says: 'a job failed and is tried again',
    facts: { task: 'word', jobId: 'id', attempt: 'count', error: 'error' },
    mostPerMinute: OFTEN,
  },
  'job-gave-up': {
    kind: 'work',
    level: 'error',
    says: 'a job failed for the last time; nothing tries it again',
    facts: { task: 'word', jobId: 'id', attempt: 'count', error: 'error' },
  },
  'code-host-failed': {
    kind: 'work',
    level: 'warn',
    says: 'the host that mails the codes of sign-ups gave no usable answer and is left alone for half a minute, or it refused a code; our own mail sends them',
    facts: { outcome: ['late', 'no answer', 'failed', 'refused'], status: 'count?' },
    // Once in the time for which it is left alone.
    mostPerMinute: 2,
  },
  'mail-not-ended': {
    kind: 'work',
    level: 'error',
    says: 'a mail was sent, and an earlier failure of it stays in the list of undelivered mail',
    facts: { task: 'word', jobId: 'id', error: 'error' },
    mostPerMinute: SELDOM,
  },
  'poster-unreadable': {
    kind: 'work',
    level: 'error',
    says: 'the picture of a show cannot be drawn as a JPEG; its tickets and mails go without it',
    facts: { hash: 'id', error: 'error' },
    mostPerMinute: SELDOM,
  },
  'mail-still-counted': {
    kind: 'work',
    level: 'error',
    says: 'a mail could not be sent, and counts for the pace of its mailbox as if it had been',
    facts: { task: 'word', jobId: 'id', error: 'error' },
    mostPerMinute: SELDOM,
  },
  'jobs-freed': {
    kind: 'work',
    level: 'warn',
    says: 'the jobs of workers that said nothing any more are free again',
    facts: { workers: 'word' },
  },
  'queue-runner-replaced': { kind: 'work', level: 'warn', says: 'the runner of the queue is replaced', facts: { reason: 'sentence' } },
  'queue-runner-not-started': { kind: 'work', level: 'warn', says: 'the runner of the queue did not start', facts: { error: 'error' } },
  'lease-not-extended': {
    kind: 'work',
    level: 'error',
    says: 'the lease was not extended',
    facts: { error: 'error' },
    mostPerMinute: SELDOM,
  },
  'queue-warned': { kind: 'work', level: 'warn', says: 'the queue warned', facts: { sentence: 'sentence' }, mostPerMinute: SELDOM },

  // Calls, the database, processes.
  'call-failed': {
    kind: 'work',
    level: 'error',
    says: 'an internal error; the caller was told nothing of it',
    facts: { method: 'word', call: 'word', error: 'error' },
    mostPerMinute: OFTEN,
  },
  'pages-shed': {
    kind: 'work',
    level: 'warn',
    says: 'more pages were asked for than can be rendered; some came without their content, which the browser reads',
    facts: { page: 'word' },
    mostPerMinute: 1,
  },
  'page-failed': {
    kind: 'work',
    level: 'error',
    says: 'a page was not rendered; its frame went out instead',
    facts: { page: 'word', error: 'error' },
    mostPerMinute: SELDOM,
  },
  'database-failed': {
    kind: 'work',
    level: 'error',
    says: 'the database failed; calls are answered 503',
    facts: { call: 'word', error: 'error' },
    mostPerMinute: 1,
  },
  'database-awaited': {
    kind: 'work',
    level: 'warn',
    says: 'the database does not answer and is waited for',
    facts: { error: 'error' },
  },
  'database-back': { kind: 'work', level: 'warn', says: 'the database answers again', facts: { ms: 'ms' } },
  'slow-statement': {
    kind: 'work',
    level: 'warn',
    says: 'a statement took long',
    facts: { ms: 'ms', statement: 'statement', failed: 'word?' },
    mostPerMinute: SELDOM,
    // What runs every few seconds, such as a worker's lease, would bury the others.
    onceAMinuteFor: 'statement',
  },
  'bill-refused': {
    kind: 'work',
    level: 'warn',
    says: 'the tax office refuses a bill, or would: it stands in the office until somebody corrects it',
    facts: { purchaseId: 'id', bill: 'id', problem: 'sentence' },
  },
  'bill-recovered': {
    kind: 'work',
    level: 'info',
    says: 'what became of a bill whose answer was lost was asked',
    facts: { purchaseId: 'id', bill: 'id', outcome: 'word' },
  },
  'bill-delayed': {
    kind: 'work',
    level: 'warn',
    says: 'the tax office gives no answer that counts: its bills are asked for again, later each time',
    facts: { purchaseId: 'id', bill: 'id', trouble: 'sentence' },
    mostPerMinute: SELDOM,
  },
  'bill-failed': {
    kind: 'work',
    level: 'warn',
    says: 'a bill could not be made or asked for, for a reason that is not the tax office: it is tried again by itself',
    facts: { purchaseId: 'id', bill: 'id', error: 'error' },
    mostPerMinute: SELDOM,
  },
  'billing-failed': {
    kind: 'work',
    level: 'error',
    says: 'bills could not be looked after; they are tried again',
    facts: { error: 'error' },
  },
  'waiting-rooms-unread': {
    kind: 'work',
    level: 'error',
    says: 'the waiting rooms could not be read: nobody new is let in until they can, and passes that were given stay valid',
    facts: { error: 'error' },
    mostPerMinute: SELDOM,
  },
  'waiting-room-tick-failed': {
    kind: 'work',
    level: 'error',
    says: 'a waiting room could not be led for a second',
    facts: { error: 'error' },
    mostPerMinute: SELDOM,
  },
  'waiting-room-drawn': {
    kind: 'work',
    level: 'info',
    says: 'the numbers of a waiting room were drawn',
    facts: { performance: 'id', numbers: 'count' },
  },
  'waiting-room-opened-itself': {
    kind: 'work',
    level: 'warn',
    says: 'a waiting room that stood by was opened by the people who came',
    facts: { performance: 'id', arrivals: 'count' },
  },
  'process-revived': { kind: 'work', level: 'error', says: 'a process ended and is started again', facts: { number: 'count' } },
  'processes-serve': { kind: 'work', level: 'warn', says: 'all processes serve', facts: {} },
  'processes-renewed': { kind: 'work', level: 'warn', says: 'all processes are renewed', facts: {} },
  'renewal-stopped': { kind: 'work', level: 'error', says: 'the renewal of the processes stopped', facts: { error: 'error' } },
} as const satisfies Readonly<Record<string, EventSpec>>;

export type EventName = keyof typeof events;

type ValueOf<F> = F extends readonly (infer Word)[]
  ? Word
  : F extends `${infer Base extends Kind}?`
    ? FactTypes[Base] | undefined
    : F extends Kind
      ? FactTypes[F]
      : never;
type Needed<Facts> = { [Name in keyof Facts as Facts[Name] extends `${string}?` ? never : Name]: ValueOf<Facts[Name]> };
type Possible<Facts> = { [Name in keyof Facts as Facts[Name] extends `${string}?` ? Name : never]?: ValueOf<Facts[Name]> };

/** The facts that an event brings. */
export type FactsOf<Name extends EventName> = Needed<(typeof events)[Name]['facts']> & Possible<(typeof events)[Name]['facts']>;

/** Who called, in every event of a call. */
export interface Actor {
  readonly requestId: string;
  readonly customerId?: string | undefined;
  readonly role?: string | undefined;
}
