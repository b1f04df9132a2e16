import type { aSandbox } from '../../../sandbox/test/a-sandbox.ts';
import { payway } from '../../src/payments/providers/payway/payway.ts';

/** Of the sandbox's gateway: what their issuers do where 3-D Secure is asked for. */
export const paywayCards = {
  plain: '4507990000004905',
  another: '4517721004856075',
  unfunded: '4258210000474094',
  challenge: '4456530000001096',
  challengeFails: '4456530000001104',
  deviceAndChallenge: '5200000000001096',
} as const;

/** Of an answer's step, in the api's words or the provider's. */
interface Step {
  readonly url?: string | undefined;
  readonly fields?: Readonly<Record<string, string>> | { readonly name: string; readonly value: string }[] | undefined;
}

/** The sandbox's Payway over HTTP with 3-D Secure, and what buyers do at its pages. */
export function aPayway({ origin, api, token }: Pick<Awaited<ReturnType<typeof aSandbox>>, 'origin' | 'api' | 'token'>, timeoutMs: number) {
  const pagesOrigin = origin.replace('127.0.0.1', 'localhost');
  const keys = { publicKey: 'sandbox-public-key', privateKey: 'sandbox-private-key' };
  const options = { ...keys, url: api, timeoutMs, keepsCards: true, threeDSecure: { consumer: 'butaca', origins: [pagesOrigin] } };
  const post = async (url: string, fields: Readonly<Record<string, string>>) => {
    const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) });
    return response.text();
  };
  /** What the page hands over to the shop's. */
  const handedOver = (text: string) => ({ instruction_value: /"instruction_value":"([^"]*)"/.exec(text)?.[1] ?? '' });
  return {
    options,
    provider: payway(options),
    pagesOrigin,
    /** What the card form of the browser brings. */
    async card(number: string) {
      const { body } = await token({ card_number: number });
      return { token: String(body.id), bin: number.slice(0, 6), lastFour: number.slice(-4) };
    },
    /** The page of a step, as its frame opens it. */
    async open({ url = '', fields = {} }: Step) {
      const given = Array.isArray(fields) ? Object.fromEntries(fields.map(({ name, value }) => [name, value])) : fields;
      const text = await post(url, given);
      if (!text.toLowerCase().includes('simulación')) throw new Error('the page does not say that it is a simulation');
      return { text, ...handedOver(text) };
    },
    /** The buyer's answer on the bank's page; what the page hands over then. */
    async answerBank(step: Step, end: 'passed' | 'failed' | 'cancelled') {
      const { text } = await this.open(step);
      const id = /name="id" value="([^"]*)"/.exec(text)?.[1] ?? '';
      return handedOver(await post(`${pagesOrigin}/gateway/three-ds/answer`, { id, end }));
    },
  };
}
