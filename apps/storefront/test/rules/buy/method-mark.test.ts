import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MethodMark } from '../../../app/purchase/buy/MethodMark.tsx';

/** The path that is drawn, and the name that journeys read. */
function drawn(kind: 'card' | 'wallet' | 'hosted', mark: string) {
  const html = renderToStaticMarkup(createElement(MethodMark, { kind, mark }));
  return [/data-mark="(\w+)"/.exec(html)?.[1], /<path d="([^"]+)"/.exec(html)?.[1]] as const;
}

test('each way to pay has a drawing of its own; a mark that nobody drew has that of its kind', () => {
  const wallets = ['mercadopago', 'apay', 'pool', 'modo', 'tigo', 'paypal'].map((mark) => drawn('wallet', mark));
  const all = [drawn('card', 'card'), drawn('hosted', 'bancard'), drawn('wallet', 'of a new wallet'), ...wallets];
  expect(new Set(all.map(([name]) => name)).size).toBe(all.length);
  expect(new Set(all.map(([, path]) => path)).size).toBe(all.length);
  expect(drawn('card', 'of a new card')).toEqual(drawn('card', 'card'));
});
