import { createHmac, randomBytes, randomInt } from 'node:crypto';
import type { z } from 'zod';
import { Clock } from '../gateway/clock.ts';
import { Cards, type SavedCard } from './cards.ts';
import { type Answer, Envelope, problem, requests, sign, signed, success } from './requests.ts';
import { BancardSwitches, type Countdown } from './switches.ts';
import { descriptions, maskOf, type TestCard, testCardOf } from './test-cards.ts';

export interface BancardAccess {
  readonly publicKey: string;
  readonly privateKey: string;
  /** Where the shop takes confirmations; at the real Bancard it is set in the merchant's portal. */
  readonly confirmUrl: string;
}

/** A payment, or the saving of a card: whatever has a frame. */
export interface Process {
  readonly processId: string;
  readonly kind: 'single_buy' | 'charge' | 'new_card';
  /** Null for the saving of a card. */
  readonly shopProcessId: number | null;
  /** As the shop wrote it. */
  readonly amount: string;
  readonly currency: string;
  readonly description: string;
  readonly returnUrl: string;
  readonly madeAt: number;
  /** Only of a charge: the card whose bank asks. */
  readonly card: SavedCard | null;
  /** Only of a card to be saved. */
  readonly owner: { readonly cardId: number; readonly userId: number } | null;
  /** Null while nothing was paid. */
  code: string | null;
  decidedAt: number | null;
  rolledBackAt: number | null;
  readonly ticketNumber: string;
}

export type FrameDecision = 'approved' | 'declined' | 'cancelled';

/** What the frame tells the page around it. */
export interface FrameMessage {
  readonly message: string;
  readonly details: string;
  readonly returnUrl: string;
}

const DAY_MS = 86_400_000;
/** Midnight in Paraguay, which keeps UTC−3 all year since 2024. */
const DAY_BEGINS_MS = 3 * 3_600_000;
const CONFIRM_WITHIN_MS = 30_000;
/** Rejected tries of one card within a day before it is blocked at the shop. */
const MOST_REJECTED = 7;

/** Bancard vPOS 2.0 as its shops meet it: signed calls, frames for people, and a confirmation that is sent once. */
export class Bancard {
  readonly clock = new Clock();
  readonly cards = new Cards();
  readonly access: BancardAccess;
  readonly #byShopProcess = new Map<number, Process>();
  readonly #byId = new Map<string, Process>();
  readonly #rejected = new Map<string, number[]>();
  /** Cards are told apart without keeping a number. */
  readonly #cardKey = randomBytes(32);
  readonly #stopping = new AbortController();
  /** Confirmations with what the shop answered; null where nothing came. */
  readonly confirmsSent: { readonly shopProcessId: number; readonly answered: number | null }[] = [];
  #switches: BancardSwitches = BancardSwitches.parse({});

  constructor(access: BancardAccess) {
    this.access = access;
  }

  get switches(): BancardSwitches {
    return this.#switches;
  }

  set switches(switches: BancardSwitches) {
    this.#switches = { ...switches };
  }

  singleBuy(body: unknown): Promise<Answer> {
    return this.#beginning(async () => {
      const asked = this.#read(requests.singleBuy, body, signed.singleBuy);
      if ('refused' in asked) return asked.refused;
      if (this.#byShopProcess.has(asked.shop_process_id)) return taken;
      const made = this.#open({
        kind: 'single_buy',
        shopProcessId: asked.shop_process_id,
        amount: asked.amount,
        currency: asked.currency,
        description: asked.description,
        returnUrl: asked.return_url,
      });
      await this.#decideAtOnce(made);
      return success({ process_id: made.processId });
    });
  }

  newCard(body: unknown): Promise<Answer> {
    return this.#beginning(async () => {
      const asked = this.#read(requests.newCard, body, signed.newCard);
      if ('refused' in asked) return asked.refused;
      const owner = { cardId: asked.card_id, userId: asked.user_id };
      if (this.cards.isTaken(owner)) return problem('CardRequestAlreadyProcessedError');
      return success({ process_id: this.#open({ kind: 'new_card', owner, returnUrl: asked.return_url }).processId });
    });
  }

  listCards(userId: number, body: unknown): Promise<Answer> {
    return this.#calling(async () => {
      const asked = this.#read(requests.listCards, body, () => signed.listCards({ user_id: userId }));
      if ('refused' in asked) return asked.refused;
      return success({ cards: this.cards.list(userId, this.clock.now()) });
    });
  }

  deleteCard(userId: number, body: unknown): Promise<Answer> {
    return this.#calling(async () => {
      const asked = this.#read(requests.deleteCard, body, (it) => signed.deleteCard({ ...it, user_id: userId }));
      if ('refused' in asked) return asked.refused;
      const card = this.cards.spend(asked.alias_token, this.clock.now());
      if (card === 'expired') return problem('CardAliasTokenExpiredError');
      if (!card || card.userId !== userId) return problem('CardNotFoundError');
      this.cards.delete(card);
      return success();
    });
  }

  /** Without 3-D Secure the result is in the answer; with it only a process for the frame is. */
  charge(body: unknown): Promise<Answer> {
    return this.#beginning(async () => {
      const asked = this.#read(requests.charge, body, signed.charge);
      if ('refused' in asked) return asked.refused;
      if (this.#byShopProcess.has(asked.shop_process_id)) return taken;
      const card = this.cards.spend(asked.alias_token, this.clock.now());
      if (card === 'expired') return problem('CardAliasTokenExpiredError');
      if (!card) return problem('CardNotFoundError');
      if (card.kind === 'debit' && asked.number_of_payments > 1) return problem('InvalidOperationError', 'La tarjeta no acepta cuotas');
      if (this.#isBlocked(card.key)) return problem('CardBlockedError');
      const made = this.#open({
        kind: 'charge',
        shopProcessId: asked.shop_process_id,
        amount: asked.amount,
        currency: asked.currency,
        returnUrl: asked.return_url,
        card,
      });
      const { threeDSecure } = this.#switches;
      if (threeDSecure === 'always' || (threeDSecure === 'card' && card.threeDSecure)) {
        await this.#decideAtOnce(made);
        return success({ confirmation: { ...nothingYet, process_id: made.processId } });
      }
      await this.#settle(made, this.#codeOf(card.key, card.code));
      return success({ confirmation: { ...this.#confirmationOf(made), process_id: null } });
    });
  }

  getConfirmation(body: unknown): Promise<Answer> {
    return this.#calling(async () => {
      const asked = this.#read(requests.getConfirmation, body, signed.getConfirmation);
      if ('refused' in asked) return asked.refused;
      const found = this.#byShopProcess.get(asked.shop_process_id);
      if (!found) return problem('BuyNotFoundError');
      if (found.rolledBackAt !== null && found.code === '00') return problem('AlreadyRollbackedError');
      if (found.code === null) return problem('PaymentNotFoundError');
      return success({ confirmation: this.#confirmationOf(found) });
    });
  }

  /** On the day of the payment only; one that nobody paid can be paid no more afterwards. */
  rollback(body: unknown): Promise<Answer> {
    return this.#calling(async () => {
      const asked = this.#read(requests.rollback, body, signed.rollback);
      if ('refused' in asked) return asked.refused;
      if (this.#countDown('failRollbacks')) return unavailable;
      const answer = this.#rollBack(asked.shop_process_id);
      return answer?.status === 200 && this.#countDown('loseRollbacks') ? null : answer;
    });
  }

  process(processId: string): Process | undefined {
    return this.#byId.get(processId);
  }

  isOpen({ code, rolledBackAt, owner }: Process): boolean {
    return code === null && rolledBackAt === null && (owner === null || !this.cards.isTaken(owner));
  }

  /** What a person does in the frame; `number` is a test card's, and is not kept. */
  async decide(process: Process, decision: FrameDecision, number = ''): Promise<FrameMessage> {
    if (process.owner) return this.#saveCard(process, process.owner, decision, number);
    const card = testCardOf(number);
    const key = process.card?.key ?? (card && this.#keyOf(number));
    await this.#settle(process, this.#codeFor(process, decision, card), key);
    const details = descriptions[process.code ?? ''] ?? '';
    return { message: process.code === '00' ? 'payment_success' : 'payment_fail', details, returnUrl: process.returnUrl };
  }

  /** What the page and tests look at, the newest first. */
  paymentsMade() {
    return [...this.#byShopProcess.values()].reverse().map((made) => ({
      shopProcessId: made.shopProcessId,
      processId: made.processId,
      kind: made.kind,
      amount: made.amount,
      currency: made.currency,
      state: made.rolledBackAt !== null ? 'rolled_back' : made.code === null ? 'waiting' : made.code === '00' ? 'approved' : 'declined',
      code: made.code,
      madeAt: made.madeAt,
    }));
  }

  ofShopProcess(shopProcessId: number): Process | undefined {
    return this.#byShopProcess.get(shopProcessId);
  }

  /** Sends the confirmation of a payment, whatever the switches say. */
  async confirmAgain(shopProcessId: number): Promise<void> {
    const process = this.#byShopProcess.get(shopProcessId);
    if (process) await this.#confirm(process);
  }

  /** The text of a confirmation of the payment as it is now; forged, it is signed with another key. */
  confirmation(process: Process, isForged = false): string {
    const { privateKey } = this.access;
    const operation = this.#confirmationOf(process);
    const token = sign(isForged ? `not ${privateKey}` : privateKey, signed.confirm(operation));
    return JSON.stringify({ operation: { ...operation, token } });
  }

  stop() {
    this.#stopping.abort();
    this.clock.stop();
  }

  #saveCard(process: Process, owner: NonNullable<Process['owner']>, decision: FrameDecision, number: string): FrameMessage {
    const card = testCardOf(number);
    const { returnUrl } = process;
    if (decision !== 'approved' || !card) return { message: 'add_new_card_fail', details: 'No se guardó ninguna tarjeta', returnUrl };
    const { brand, kind, code, threeDSecure } = card;
    const saved = { ...owner, key: this.#keyOf(number), masked: maskOf(number), brand, kind, code, threeDSecure };
    if (!this.cards.add(saved)) return { message: 'add_new_card_fail', details: 'La tarjeta ya está guardada', returnUrl };
    return { message: 'add_new_card_success', details: 'Tarjeta guardada', returnUrl };
  }

  #codeFor({ card: saved }: Process, decision: FrameDecision, card: TestCard | undefined): string {
    if (decision === 'cancelled') return '17';
    if (saved) return decision === 'approved' ? this.#codeOf(saved.key, saved.code) : '82';
    if (decision === 'declined') return '05';
    return card ? this.#codeOf(this.#keyOf(card.number), card.code) : '14';
  }

  #codeOf(key: string, code: string): string {
    return this.#isBlocked(key) ? '62' : code;
  }

  #decideAtOnce(made: Process): Promise<unknown> | undefined {
    const { decideAtOnce } = this.#switches;
    return decideAtOnce === 'no' ? undefined : this.decide(made, decideAtOnce, '4907860500000016');
  }

  async #settle(process: Process, code: string, key: string | undefined = process.card?.key): Promise<void> {
    process.code = code;
    process.decidedAt = this.clock.now();
    if (key !== undefined && code !== '00' && code !== '17') this.#reject(key);
    const { confirms } = this.#switches;
    if (confirms === 'never') return;
    if (confirms === 'early') return this.#confirm(process);
    setImmediate(async () => {
      await this.#confirm(process);
      if (confirms === 'twice') await this.#confirm(process);
    });
  }

  /** Sent once: what the shop does not answer within 30 s is not sent again. */
  async #confirm(process: Process): Promise<void> {
    const body = this.confirmation(process, this.#switches.confirms === 'forged');
    const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(CONFIRM_WITHIN_MS)]);
    const headers = { 'content-type': 'application/json' };
    const answered = await fetch(this.access.confirmUrl, { method: 'POST', headers, body, redirect: 'manual', signal }).then(
      ({ status }) => status,
      () => null,
    );
    this.confirmsSent.push({ shopProcessId: process.shopProcessId ?? 0, answered });
  }

  #confirmationOf({ shopProcessId, amount, currency, code, ticketNumber }: Process) {
    const { wrongAmount, wrongCurrency } = this.#switches;
    const told = {
      shop_process_id: shopProcessId ?? 0,
      amount: wrongAmount ? `9${amount}` : amount,
      currency: wrongCurrency ? 'USD' : currency,
    };
    return {
      ...told,
      token: sign(this.access.privateKey, signed.confirm(told)),
      // S says that it was processed, not that it was paid.
      response: 'S',
      response_details: 'Procesado satisfactoriamente',
      authorization_number: code === '00' ? ticketNumber.slice(-6) : null,
      ticket_number: ticketNumber,
      response_code: code ?? '',
      response_description: descriptions[code ?? ''] ?? '',
      extended_response_description: code === '00' ? null : `Emisor: ${code} (interno, no se muestra)`,
      security_information: { card_source: 'L', customer_ip: '127.0.0.1', card_country: 'PARAGUAY', version: '0.3', risk_index: 0 },
    };
  }

  #rollBack(shopProcessId: number): Answer {
    const found = this.#byShopProcess.get(shopProcessId);
    if (!found) return problem('PaymentNotFoundError');
    const now = this.clock.now();
    if (found.rolledBackAt !== null) return problem('AlreadyRollbackedError');
    if (found.code === '00' && dayOf(found.decidedAt ?? now) !== dayOf(now)) return problem('TransactionAlreadyConfirmed');
    found.rolledBackAt = now;
    if (found.code !== '00') return problem('PaymentNotFoundError');
    return success({ messages: [{ key: 'RollbackSuccessful', level: 'info', dsc: 'Transacción reversada' }] });
  }

  #open(what: Partial<Process> & Pick<Process, 'kind' | 'returnUrl'>): Process {
    const made: Process = {
      shopProcessId: null,
      amount: '0.00',
      currency: 'PYG',
      description: '',
      card: null,
      owner: null,
      code: null,
      decidedAt: null,
      rolledBackAt: null,
      ...what,
      processId: randomBytes(10).toString('hex'),
      madeAt: this.clock.now(),
      ticketNumber: String(randomInt(1e11, 1e12)),
    };
    this.#byId.set(made.processId, made);
    if (made.shopProcessId !== null) this.#byShopProcess.set(made.shopProcessId, made);
    return made;
  }

  /** The operation, once its keys and its signature over the exact text are right. */
  #read<Fields extends z.ZodType<{ token: string }>>(
    schema: Fields,
    body: unknown,
    signedText: (operation: z.output<Fields>) => string,
  ): z.output<Fields> | { readonly refused: Answer } {
    const envelope = Envelope.safeParse(body);
    if (!envelope.success) return { refused: problem('InvalidJsonError') };
    if (envelope.data.public_key !== this.access.publicKey) return { refused: problem('InvalidPublicKeyError') };
    const read = schema.safeParse(envelope.data.operation);
    if (!read.success) {
      const isAmount = read.error.issues.some(({ path: [field] }) => field === 'amount');
      const [issue] = read.error.issues;
      return { refused: problem(isAmount ? 'InvalidAmountError' : 'InvalidOperationError', `${issue?.path.join('.')}: ${issue?.message}`) };
    }
    if (read.data.token !== sign(this.access.privateKey, signedText(read.data))) return { refused: problem('InvalidTokenError') };
    return read.data;
  }

  #beginning(make: () => Promise<Answer>): Promise<Answer> {
    return this.#calling(async () => {
      if (this.#countDown('failNext')) return unavailable;
      if (this.#countDown('loseBefore')) return null;
      const answer = await make();
      return answer?.status === 200 && this.#countDown('loseAfter') ? null : answer;
    });
  }

  async #calling(answer: () => Promise<Answer>): Promise<Answer> {
    const { silent, silentMs, delayMs } = this.#switches;
    await this.clock.wait(silent ? silentMs : delayMs);
    return silent ? null : answer();
  }

  #countDown(name: Countdown): boolean {
    if (this.#switches[name] === 0) return false;
    this.#switches = { ...this.#switches, [name]: this.#switches[name] - 1 };
    return true;
  }

  #keyOf(number: string): string {
    return createHmac('sha256', this.#cardKey).update(number).digest('hex');
  }

  #isBlocked(key: string): boolean {
    const since = this.clock.now() - DAY_MS;
    return (this.#rejected.get(key) ?? []).filter((at) => at > since).length >= MOST_REJECTED;
  }

  #reject(key: string) {
    this.#rejected.set(key, [...(this.#rejected.get(key) ?? []), this.clock.now()].slice(-MOST_REJECTED));
  }
}

const dayOf = (time: number): number => Math.floor((time - DAY_BEGINS_MS) / DAY_MS);

const unavailable: Answer = { status: 503, body: { status: 'error', messages: [] } };
const taken = problem('InvalidOperationError', 'process has already been taken');

/** What a charge answers while the bank still asks. */
const nothingYet = {
  token: null,
  shop_process_id: null,
  response: null,
  response_details: null,
  amount: null,
  currency: null,
  authorization_number: null,
  ticket_number: null,
  response_code: null,
  response_description: null,
  extended_response_description: null,
};
