import { loadBrand } from '@butaca/brand/load';
import type { PaymentOutcome } from '@butaca/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import paymentTexts from '../../../app/i18n/es/payment.json';
import { ofSecondCard } from '../../../app/purchase/buy/refusals.ts';
import { heightIn } from '../../../app/purchase/confirmation/AwaitedPayment.tsx';
import { CardResults } from '../../../app/purchase/confirmation/ConfirmationScreen.tsx';
import { keptUntil } from '../../../app/purchase/confirmation/kept-until.ts';
import { givenInAddress } from '../../../app/purchase/confirmation/resume.ts';
import { isUnpaid, type Look, outcomeView, textOf, titleOf, toneOf, verifyPayment } from '../../../app/purchase/confirmation/verify.ts';
import { frameWith, htmlIn } from '../../render.ts';
import { aPurchase, aResult } from './a-purchase.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A series over the given looks, the last one for ever, and when each was taken. */
async function series(looks: readonly (Look | 'slow')[], { attempts, stepMs } = { attempts: 5, stepMs: 1000 }) {
  const times: number[] = [];
  const start = Date.now();
  const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  const look = async (): Promise<Look> => {
    const seen = looks[Math.min(times.length, looks.length - 1)];
    times.push(Date.now() - start);
    if (seen !== 'slow') return seen;
    await wait(2500);
    return undefined;
  };
  const verifying = verifyPayment({ look, attempts, stepMs });
  await vi.runAllTimersAsync();
  return { verified: await verifying, times, endedAfterMs: Date.now() - start };
}

const saw = (outcome: PaymentOutcome): Look => ({ result: aResult(outcome) });

test('without an answer the server is asked five times, a second apart, then the verification is delayed (PO-007, PO-011, PO-012)', async () => {
  for (const nothing of [undefined, saw('unknown')]) {
    const { verified, times } = await series([nothing]);
    expect(times).toEqual([0, 1000, 2000, 3000, 4000]);
    expect(verified).toEqual({ status: 'delayed' });
  }
});

test('a step that the buyer has to do is shown at once, and is not waited for', async () => {
  const next = { kind: 'challenge', url: 'https://bank.example/StepUp', origin: 'https://bank.example', fields: [] } as const;
  const asked: Look = { result: { ...aResult('processing'), next: { ...next, fields: [] } } };
  const { verified, times } = await series([asked]);
  expect(times).toEqual([0]);
  expect(verified).toMatchObject({ status: 'known', result: { outcome: 'processing', next } });
  expect((await series([{ result: { ...aResult('processing'), next: { kind: 'wait' } } }])).times).toHaveLength(5);
});

test('what a wallet wrote into the address is handed over once, while its page is waited for, and never for a payment that is over', async () => {
  const step = { kind: 'redirect', url: 'https://wallet.example/pay' } as const;
  const halfWay: Look = { result: { ...aResult('processing'), next: step } };
  const run = async (first: Look) => {
    let handed = 0;
    const goOn = async () => {
      handed += 1;
      return aResult('cancelled');
    };
    const verifying = verifyPayment({ look: async () => first, goOn, attempts: 5, stepMs: 1000 });
    await vi.runAllTimersAsync();
    return [handed, await verifying] as const;
  };
  expect(await run(halfWay)).toEqual([1, { status: 'known', result: aResult('cancelled') }]);
  expect(await run(saw('approved'))).toEqual([0, { status: 'known', result: aResult('approved') }]);
});

test('of an address only what is not ours is handed over, and no more than a call takes', () => {
  const own = ['idProcesoDeCompra', 'idFuncion'];
  expect(givenInAddress('?idProcesoDeCompra=abc&idFuncion=7', own)).toBeNull();
  expect(givenInAddress('?idProcesoDeCompra=abc&cancelled=1&token=5O1&a.b=x', own)).toEqual({ cancelled: '1', token: '5O1' });
  const many = Array.from({ length: 40 }, (_, at) => `p${at}=${'x'.repeat(5000)}`).join('&');
  const given = Object.values(givenInAddress(`?${many}`, own) ?? {});
  expect([given.length, Math.max(...given.map(({ length }) => length))]).toEqual([18, 4096]);
});

test('a frame is as high as its form says, within reason; any other message says nothing of it', () => {
  expect([{ iframeHeight: 512.4 }, { iframeHeight: '300' }, { iframeHeight: 3 }, { iframeHeight: 1e9 }].map(heightIn)).toEqual([
    513, 300, 160, 2400,
  ]);
  for (const other of [{ message: 'payment_success' }, { iframeHeight: 'tall' }, null, 'iframeHeight', undefined])
    expect(heightIn(other)).toBeNull();
});

test('this deployment asks five times, a second apart (CO-007, CO-008)', async () => {
  const { verificationAttempts: attempts, verificationStepMs: stepMs } = (await loadBrand('butaca')).brand.constants;
  expect((await series([undefined], { attempts, stepMs })).times).toEqual([0, 1000, 2000, 3000, 4000]);
});

test('a delayed verification says so, with the retry and the place to look later (ER-016)', () => {
  const { text = '', mayVerify, mayPay } = outcomeView('unknown');
  expect({ text, mayVerify, mayPay }).toEqual({ text: 'delays verifying the purchase', mayVerify: true, mayPay: false });
  expect(paymentTexts['delays verifying the purchase']).toMatch(/demoras para verificar.*Reintentá.*Mis compras/);
});

test('a cancelled payment of a reservation says that it can be resumed later, and leads to the reservations (ER-017)', () => {
  const { text = '', title, mayResume, mayPay, isEnd } = outcomeView('resumable');
  expect({ mayResume, mayPay, isEnd }).toEqual({ mayResume: true, mayPay: false, isEnd: true });
  expect(paymentTexts[title as 'resumable.title']).toMatch(/reserva se canceló/);
  expect(paymentTexts[text as 'resumable.text']).toMatch(/No se te cobró nada.*retomar el pago más tarde.*Mis reservas/);
  expect(outcomeView('cancelled').mayResume).toBe(false);
});

test('places that are not paid are kept until the deadline, or until the end of a reservation that is later', () => {
  const until = (changes: Parameters<typeof aPurchase>[0]) => keptUntil(aPurchase(changes));
  expect(until({ stage: 'open', deadline: 5 })).toBe(5);
  expect(until({ stage: 'open', deadline: 5, reservedUntil: 9 })).toBe(9);
  expect(until({ stage: 'open', deadline: 5, reservedUntil: 2 })).toBe(5);
  expect(until({ stage: 'reserved', deadline: 9, reservedUntil: 9 })).toBe(9);
  for (const stage of ['expired', 'cancelled', 'paying', 'paid'] as const)
    expect(until({ stage, deadline: 5, reservedUntil: 9 })).toBeUndefined();
});

test('the first answer that is an end is the last question', async () => {
  for (const outcome of ['approved', 'declined', 'pending', 'cancelled', 'offered', 'late', 'refunded'] as const) {
    const { verified, times } = await series([saw(outcome)]);
    expect(times).toEqual([0]);
    expect(verified).toMatchObject({ status: 'known', result: { outcome } });
  }
  expect((await series([undefined, saw('unknown'), saw('approved')])).times).toEqual([0, 1000, 2000]);
});

test('a payment that is still under way after the last attempt is shown as processing (PO-005)', async () => {
  const { verified, times } = await series([undefined, saw('processing')]);
  expect(times).toHaveLength(5);
  expect(verified).toMatchObject({ status: 'known', result: { outcome: 'processing' } });
});

test('a slow answer is waited for, and there is never a second question beside it', async () => {
  expect((await series(['slow', saw('approved')])).times).toEqual([0, 2500]);
});

test('a purchase of another customer, and a session that is over, end the series', async () => {
  expect((await series(['not-found'])).verified).toEqual({ status: 'not-found' });
  expect((await series([undefined, 'log-in'])).verified).toEqual({ status: 'log-in' });
});

test('every outcome has its own title, and an unknown one is processing, never a success (PO-010)', () => {
  const outcomes: PaymentOutcome[] = [
    'approved',
    'declined',
    'pending',
    'processing',
    'cancelled',
    'unknown',
    'offered',
    'late',
    'refunded',
  ];
  expect(new Set(outcomes.map((outcome) => outcomeView(outcome).title)).size).toBe(outcomes.length);
  expect(outcomes.filter((outcome) => outcomeView(outcome).tone === 'success')).toEqual(['approved']);
  for (const strange of ['', 'AUTHORIZED', 'toString', '__proto__']) expect(outcomeView(strange)).toBe(outcomeView('processing'));
});

test('of a purchase that nobody tried to pay no payment is said to be cancelled (R-058)', () => {
  const untried = { ...aResult('cancelled'), isUntried: true };
  expect([titleOf(untried, 'cancelled.title'), textOf(untried, 'cancelled.text')]).toEqual(['untried.title', 'untried.text']);
  expect(titleOf(aResult('cancelled'), 'cancelled.title')).toBe('cancelled.title');
});

test('paying again is offered only where nothing was charged, verifying again never charges (PO-013)', () => {
  const outcomes: PaymentOutcome[] = [
    'approved',
    'declined',
    'pending',
    'processing',
    'cancelled',
    'unknown',
    'offered',
    'late',
    'refunded',
  ];
  expect(outcomes.filter((outcome) => outcomeView(outcome).mayPay)).toEqual(['declined', 'cancelled']);
  expect(outcomes.filter((outcome) => outcomeView(outcome).mayVerify)).toEqual(['pending', 'processing', 'unknown', 'offered']);
});

test('a paid purchase whose money went back says how much, and whether it is still on its way; one that cost nothing says that its tickets are void', () => {
  const said = (changes: Parameters<typeof aResult>[1]) => {
    const payment = aResult('refunded', changes);
    const { title, text = title } = outcomeView('refunded');
    return [titleOf(payment, title), textOf(payment, text)].map((key) => paymentTexts[key as 'late.title']);
  };
  expect(said({ refunded: 100 })).toEqual(['Te devolvimos el dinero', expect.stringMatching(/^Te devolvimos \{\{amount\}\}\./)]);
  expect(said({ refunded: 100, isUnderWay: true })).toEqual([
    'Te estamos devolviendo el dinero',
    expect.stringMatching(/^Te estamos devolviendo \{\{amount\}\}\./),
  ]);
  expect(said({ refunded: 0 })).toEqual(['Tus entradas se anularon', expect.stringMatching(/No costaban nada/)]);
  expect(said({})).toEqual(['Te devolvimos el dinero', expect.stringMatching(/El pago se anuló completo/)]);
});

test('money that is back looks done, money that is on its way does not, and neither does what was never charged or has bad news as its title', () => {
  const cards = [{ outcome: 'refunded', amount: 5 }] as const;
  const tone = (changes: Parameters<typeof aResult>[1]) => toneOf(aResult('refunded', changes), outcomeView('refunded').tone);
  expect([tone({ refunded: 100 }), tone({}), tone({ refunded: 100, isUnderWay: true })]).toEqual(['success', 'success', 'info']);
  expect([tone({ unproven: 5, refunded: 5 }), tone({ cards: [...cards] }), tone({ isPerformanceCancelled: true })]).toEqual([
    'warning',
    'warning',
    'warning',
  ]);
  expect(toneOf(aResult('pending'), 'info')).toBe('info');
});

test('of a performance that was cancelled nobody is told to pay, and what went back is named', () => {
  const said = (outcome: PaymentOutcome, changes: Parameters<typeof aResult>[1]) => {
    const payment = aResult(outcome, { isPerformanceCancelled: true, ...changes });
    const { title, text = title } = outcomeView(outcome);
    return [titleOf(payment, title), textOf(payment, text)].map((key) => paymentTexts[key as 'late.title']);
  };
  const title = 'La función se canceló';
  expect(said('pending', { maySlip: true })).toEqual([title, expect.stringMatching(/^No pagues: .*Si ya pagaste, te devolvemos/)]);
  expect(said('pending', {})[1]).not.toMatch(/pagues/);
  expect(said('cancelled', { waited: true, maySlip: true })).toEqual([
    title,
    expect.stringMatching(/No se te cobró nada\. .* no los uses/),
  ]);
  expect(said('cancelled', { waited: true })).toEqual([title, 'No se te cobró nada.']);
  expect(said('cancelled', { waited: true, mayStillCome: true })[1]).toMatch(/Si se aprueba, te devolvemos todo/);
  expect(said('declined', {})).toEqual([title, 'No se te cobró nada.']);
  expect(said('late', { refunded: 5, isUnderWay: true })).toEqual([title, expect.stringMatching(/^Te estamos devolviendo \{\{amount\}\}/)]);
  expect(said('refunded', { refunded: 5 })).toEqual([title, expect.stringMatching(/^Te devolvimos \{\{amount\}\}/)]);
});

test('of two cards of which one had been charged the page says what became of each', () => {
  const cards = [
    { outcome: 'late', amount: 1_150_000, brand: 'visa', lastFour: '4905' },
    { outcome: 'refunded', amount: 1_150_000, brand: 'visa', lastFour: '2222' },
    { outcome: 'declined', amount: 2_300_000, brand: 'mastercard', lastFour: '1111' },
  ] as const;
  const items = htmlIn(frameWith(), CardResults, { cards }).split('</li>');
  expect(items[0]).toMatch(/Visa terminada en 4905: se habían cobrado .*11\.500.* te los estamos devolviendo/);
  expect(items[1]).toMatch(/terminada en 2222: se habían cobrado .*11\.500.* te los devolvimos/);
  expect(items[2]).toMatch(/terminada en 1111: no se te cobró nada/);
  const payment = aResult('late', { cards: [...cards] });
  expect(paymentTexts[titleOf(payment, 'late.title') as 'late.title']).toBe('El pago no se hizo');
  // The purchase may be paid in another way; what was late alone may not.
  expect([isUnpaid(payment), isUnpaid(aResult('late'))]).toEqual([true, false]);
});

test('who chose cash is told until when it may be paid, and once that is over not to pay any more', () => {
  const payment = aResult('pending', { maySlip: true });
  const said = (isKept: boolean) => paymentTexts[textOf(payment, 'pending.text', { isKept }) as 'late.text'];
  expect(said(true)).toContain('tenés hasta {{end}}');
  expect(said(false)).toContain('ya no lo hagas: se terminó el tiempo');
});

test('of what a provider collects by itself the page names the provider, and neither cash nor details to pay with', () => {
  const said = (outcome: PaymentOutcome, changes: Parameters<typeof aResult>[1]) => {
    const payment = aResult(outcome, { method: 'PayPal', ...changes });
    const { title, text = title } = outcomeView(outcome);
    return [titleOf(payment, title), textOf(payment, text)].map((key) => paymentTexts[key as 'late.title']);
  };
  expect(said('pending', {})[1]).toMatch(/^\{\{method\}\} todavía tiene que confirmarlo/);
  expect(said('declined', { waited: true })).toEqual(['El pago con {{method}} no se hizo', 'No se confirmó, y no se te cobró nada.']);
  expect(said('cancelled', { waited: true, mayStillCome: true })).toEqual([
    'El pago con {{method}} no se confirmó a tiempo',
    expect.stringMatching(/^Si el dinero llega más tarde, te lo devolvemos completo/),
  ]);
  expect(said('cancelled', { waited: true, maySlip: true })[1]).toMatch(/Era en efectivo o por transferencia/);
});

test('of what nobody saw charged the page promises only what there is to give back, whether it is under way, or its performance was cancelled', () => {
  for (const outcome of ['late', 'refunded'] as const) {
    for (const changes of [{}, { isUnderWay: true }, { isPerformanceCancelled: true }] as const) {
      const payment = aResult(outcome, { unproven: 5, refunded: 5, ...changes });
      const title = paymentTexts[titleOf(payment, 'late.title') as 'late.title'];
      expect(title).toBe('isPerformanceCancelled' in changes ? 'La función se canceló' : 'Tu pago no se confirmó');
      expect(paymentTexts[textOf(payment, 'late.text') as 'late.text']).toMatch(/^Si se te habían cobrado/);
    }
  }
});

test('where a part of what goes back was seen charged the page says how much, and promises only that', () => {
  const payment = aResult('refunded', { unproven: 2, refunded: 5 });
  expect([titleOf(payment, 'late.title'), toneOf(payment, 'success')]).toEqual(['late.title', 'warning']);
  expect(paymentTexts[textOf(payment, 'late.text') as 'late.text']).toMatch(
    /^La devolución es de {{proven}}\. Otros {{unproven}} no se confirmaron/,
  );
});

test('who has paid with a first card is not told that nothing was charged', () => {
  for (const text of ['payment.cancelled', 'payment.not on sale'] as const) {
    const refusal = ofSecondCard({ kind: 'text', text });
    const said = refusal?.kind === 'text' ? paymentTexts[refusal.text as 'payment.busy'] : '';
    expect(said).toMatch(/A esta tarjeta no se le cobró nada.*lo que pagaste con la primera vuelve completo/);
  }
  expect(ofSecondCard({ kind: 'text', text: 'payment.busy' })).toEqual({ kind: 'text', text: 'payment.busy' });
  expect(ofSecondCard(null)).toBeNull();
});
