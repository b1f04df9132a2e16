import type { AttemptRow } from '../../src/payments/index.ts';
import type { BeginRequest, ProviderAttempt } from '../../src/payments/provider.ts';

const CARD_FORM = { token: 't', bin: '450799', gatewayMethodId: 1 };

/** What a purchase of 23,000 pesos asks its provider. */
export const aBeginning = (over: Partial<BeginRequest> = {}): BeginRequest => ({
  reference: 'a'.repeat(32),
  number: 123_456_789_012_345,
  amount: 2_300_000,
  currency: 'ARS',
  description: '2 entradas',
  method: { id: 1, options: {} },
  instalments: 1,
  slowUntil: null,
  buyer: { id: 'c-1', email: 'ana@correo.example', ip: '203.0.113.7' },
  form: CARD_FORM,
  returnUrl: 'http://localhost:3000/payConfirm?idProcesoDeCompra=x',
  cancelUrl: 'http://localhost:3000/payConfirm?idProcesoDeCompra=x',
  frameReturnUrl: 'http://localhost:3000/v2/pagos/payway/vuelta',
  webhookUrl: 'http://localhost:3000/v2/pagos/payway/aviso',
  pollPath: '/v2/proceso/confirmacion/x',
  ...over,
});

/** The attempt of such a request, as its provider is asked about it. */
export const anAttemptAt = (over: Partial<ProviderAttempt> = {}): ProviderAttempt & { paymentId: string } => ({
  reference: 'a'.repeat(32),
  number: 123_456_789_012_345,
  amount: 2_300_000,
  currency: 'ARS',
  kept: {},
  isOpen: true,
  ...over,
  paymentId: over.paymentId ?? '',
});

/** An attempt as the tables have it, just started. */
export const anAttemptRow = (over: Partial<AttemptRow> = {}): AttemptRow => ({
  purchaseId: 'of-ana',
  reference: 'ours',
  number: 123_456_789_012_345,
  provider: 'payway',
  paymentMethodId: 1,
  fromBalance: 0,
  amount: 2_300_000,
  cashAmount: 0,
  part: 0,
  byLink: false,
  currency: 'ARS',
  split: [],
  instalments: 1,
  brand: 'visa',
  lastFour: '4905',
  state: 'started',
  paymentId: null,
  kept: {},
  next: null,
  declineReason: null,
  declineCount: null,
  ageSeconds: 0,
  checkAtMs: null,
  slowUntilMs: null,
  isOverdue: false,
  isPerformanceCancelled: false,
  ...over,
});
