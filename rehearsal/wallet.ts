/** An order of the shop as Mercado Pago tells of it; minor units. */
export interface WalletOrder {
  readonly reference: string;
  readonly amount: number;
  /** What was paid of it, which may be more than once, and what went back of each. */
  readonly tries: readonly {
    readonly id: string;
    readonly state: 'approved' | 'declined' | 'pending' | 'cancelled';
    readonly back: number;
  }[];
}

const ANSWERS_WITHIN_MS = 5000;
export const MERCADOPAGO_ACCESS_TOKEN = 'sandbox-mercadopago-token';

/** Mercado Pago as its own people, the banks of its cards and those who pay on its page know it. Nothing is thrown while it stands still. */
export class Wallet {
  readonly origin: string;

  constructor(origin: string) {
    this.origin = origin;
  }

  /** What somebody presses on the page of a payment; whether that was taken. */
  async press(page: string, decision: 'approved' | 'pending' | 'cancelled'): Promise<boolean> {
    const answer = await this.#send(page, { body: new URLSearchParams({ do: decision }), redirect: 'manual' });
    return answer?.status === 303;
  }

  /** What was paid in cash has arrived; of what is paid already, that it is paid in another tab as well. */
  async approve(reference: string): Promise<boolean> {
    return this.#isTaken('mercadopago/control/decide', { reference, decision: 'approved' });
  }

  /** By a support agent, on a page of theirs. */
  async giveBack(paymentId: string, amount: number): Promise<boolean> {
    const headers = { authorization: `Bearer ${MERCADOPAGO_ACCESS_TOKEN}`, 'x-idempotency-key': `agent-${crypto.randomUUID()}` };
    return this.#isTaken(`mercadopago/v1/payments/${paymentId}/refunds`, { amount: amount / 100 }, headers);
  }

  async chargeBack(reference: string): Promise<boolean> {
    return this.#isTaken('mercadopago/control/chargeback', { reference });
  }

  /** People may pay more than once on a page. */
  async open(): Promise<void> {
    const answer = await fetch(`${this.origin}/mercadopago/control`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ payTwice: 1_000_000 }),
    });
    if (!answer.ok) throw new Error(`Mercado Pago: ${await answer.text()}`);
  }

  async orders(): Promise<readonly WalletOrder[]> {
    const answer = await fetch(`${this.origin}/mercadopago/payments.json`, { signal: AbortSignal.timeout(10_000) });
    return ((await answer.json()) as { readonly payments: readonly WalletOrder[] }).payments;
  }

  async #isTaken(path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<boolean> {
    const answer = await this.#send(`${this.origin}/${path}`, {
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return answer?.ok ?? false;
  }

  #send(url: string, init: RequestInit): Promise<Response | null> {
    return fetch(url, { method: 'POST', signal: AbortSignal.timeout(ANSWERS_WITHIN_MS), ...init }).catch(() => null);
  }
}
