import { readConfig } from '../../../sandbox/src/config.ts';
import { aCard, aSandbox } from '../../../sandbox/test/a-sandbox.ts';
import { cybersource } from '../../src/payments/providers/cybersource/cybersource.ts';

/** What a brand says of it. */
export const cybersourceMethod = {
  id: 7,
  provider: 'cybersource',
  kind: 'card' as const,
  name: 'Tarjeta',
  mark: 'card',
  channels: ['online' as const],
  options: {},
};

/** What the browser tells of itself. */
export const aDevice = { language: 'es-AR', colorDepth: '24', screenHeight: '844', screenWidth: '390', timeDifference: '180' };

/** Of an answer's step, in the api's words or the provider's. */
interface Step {
  readonly url?: string | undefined;
  readonly fields?: Readonly<Record<string, string>> | { readonly name: string; readonly value: string }[] | undefined;
}

/** As the browser sends them. */
export const named = (fields: Readonly<Record<string, string>>) => Object.entries(fields).map(([name, value]) => ({ name, value }));

interface Made {
  readonly code: string;
  readonly kind: 'payment' | 'refund';
  readonly status: string;
  /** Hundredths. */
  readonly cents: number;
  readonly refunded: number;
}

/** The sandbox's Cybersource on a port of its own, the provider that pays there, and what buyers do at its pages. */
export const aCybersource = async ({ timeoutMs = 6000 } = {}) => cybersourceAt(await aSandbox(), timeoutMs);

/** The same at a sandbox that runs. */
export function cybersourceAt(
  { origin, post, send }: Pick<Awaited<ReturnType<typeof aSandbox>>, 'origin' | 'post' | 'send'>,
  timeoutMs: number,
) {
  const { publicKey, ...key } = readConfig({}).cybersource;
  const tokens = { url: `${origin}/cybersource/tokens`, publicKey };
  const pagesOrigin = origin.replace('127.0.0.1', 'localhost');
  const options = { ...key, url: `${origin}/cybersource/api`, pagesOrigin, tokens, timeoutMs };
  return {
    options,
    provider: cybersource(options),
    pagesOrigin,
    control: (switches: object) =>
      fetch(`${origin}/cybersource/control`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(switches),
      }),
    advance: (seconds: number) => post(`${origin}/cybersource/control/advance`, {}, { seconds }),
    /** What the card form of the browser brings. */
    async card(number: string) {
      const { body } = await post(tokens.url, { apikey: publicKey }, aCard({ card_number: number }));
      return { token: String(body.id), bin: number.slice(0, 6), lastFour: number.slice(-4) };
    },
    /** The page of a step, as its frame opens it. */
    async open({ url = '', fields = {} }: Step) {
      const body = new URLSearchParams(Array.isArray(fields) ? fields.map(({ name, value }) => [name, value]) : { ...fields });
      const response = await fetch(url, { method: 'POST', body });
      return { text: await response.text(), policy: response.headers.get('content-security-policy') };
    },
    /** The buyer's answer on the bank's page; what the browser is sent back with. */
    async answerBank(step: Step, end: string) {
      const { text } = await this.open(step);
      const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';
      const body = new URLSearchParams({ id: field('id'), MD: field('MD'), end });
      return (await fetch(`${origin}/cybersource/cardinal/answer`, { method: 'POST', body })).text();
    },
    /** Payments and refunds whose code begins with a reference of ours. */
    async paymentsOf(reference: string): Promise<readonly Made[]> {
      const { payments } = (await send(`${origin}/cybersource/payments.json`)).body;
      return (payments as unknown as Made[]).filter(({ code }) => code.startsWith(reference));
    },
  };
}
