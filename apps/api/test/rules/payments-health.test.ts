import { expect, test } from 'vitest';
import { ProviderHealth } from '../../src/payments/health.ts';
import { polledWallet, redirectWallet } from '../../src/payments/providers/wallet/wallet.ts';
import { watchedProviders } from '../../src/payments/watched-provider.ts';
import { aWatch } from '../factories/watch.ts';

test('a provider looks down after three failures in a row, for a minute, and no other one does', () => {
  let nowMs = 0;
  const health = new ProviderHealth(() => nowMs);
  health.heard('modo', 'unknown');
  health.heard('modo', 'unavailable');
  expect(health.isDown('modo')).toBe(false);
  health.heard('modo', 'unknown');
  expect([health.isDown('modo'), health.isDown('tigo')]).toEqual([true, false]);
  nowMs = 59_999;
  expect(health.isDown('modo')).toBe(true);
  nowMs = 60_000;
  expect(health.isDown('modo')).toBe(false);
});

test.each(['approved', 'declined', 'processing', 'absent', 'refused'])('an answer that is %s shows that a provider works', (result) => {
  const health = new ProviderHealth(() => 0);
  for (let times = 0; times < 3; times++) health.heard('modo', 'unknown');
  health.heard('modo', result);
  expect(health.isDown('modo')).toBe(false);
  health.heard('modo', 'unknown');
  expect(health.isDown('modo')).toBe(false);
});

test('the approvals of every provider of a deployment, and of those that are ourselves, are counted from 0', async () => {
  const { watch } = aWatch();
  const settings = { url: 'http://127.0.0.1:1', key: '', webhookSecret: '', pageOrigin: 'http://127.0.0.1:1' };
  const wallets = [redirectWallet(settings), polledWallet(settings)];
  expect([...watchedProviders(wallets, { watch, health: new ProviderHealth() }).keys()]).toEqual(['apay', 'pool']);
  const { values } = watch.counts.paymentAnswers.get();
  expect(values.map(({ labels, value }) => [labels.provider, labels.asked, labels.result, value])).toEqual(
    ['cash', 'terminal', 'free', 'balance', 'apay', 'pool'].map((provider) => [provider, 'charge', 'approved', 0]),
  );
});
