import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../scripts/browser.ts';
import { absolute, type Budget, onQuietMachine } from './budgets.ts';
import type { Measurement } from './report.ts';
import { median } from './statistics.ts';

const VISITS = 5;
/** Lighthouse's "slow 4G": 1.6 Mbit/s down, 750 kbit/s up, 150 ms round trip. */
const SLOW_4G = { offline: false, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8, latency: 150 };
/** The edge of a city, or a full stadium. */
const POOR = { offline: false, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8, latency: 400 };
const CPU_SLOWDOWN = 4;
const SETTLED_MS = 4000;
const MOST = { scriptBytes: 120 * 1024, lcpMs: 1500, cls: 0.02, readableMs: 3000 };

interface Scripts {
  /** As they were compressed. */
  readonly scriptBytes: number;
  /** Of the answers that brought them, without anything else that HTTP adds. */
  readonly headerBytes: number;
}

interface Visit extends Scripts {
  /** When the page's text was first on the screen. */
  readonly fcpMs: number;
  readonly lcpMs: number;
  readonly cls: number;
}

/** A first visit to the billboard with an empty cache, on a phone-sized window; the median of several. */
export async function measureFirstVisit(origin: string): Promise<Measurement[]> {
  const browser = await chromium.launch(findBrowser());
  try {
    const visits: Visit[] = [];
    for (let i = 0; i < VISITS; i += 1) visits.push(await visit(browser, origin, SLOW_4G));
    const poor: Visit[] = [];
    for (let i = 0; i < VISITS; i += 1) poor.push(await visit(browser, origin, POOR));
    const readableMs = median(poor.map(({ fcpMs }) => fcpMs));
    const scriptBytes = median(visits.map((each) => each.scriptBytes));
    const headerBytes = median(visits.map((each) => each.headerBytes));
    const lcpMs = median(visits.map((each) => each.lcpMs));
    const cls = Math.max(...visits.map((each) => each.cls));
    return [
      row(
        'JavaScript of `/`, brotli',
        `${kilobytes(scriptBytes + headerBytes)}, of which ${kilobytes(headerBytes)} are headers over HTTP/1.1`,
        absolute('≤ 120 kB', scriptBytes > 0 && scriptBytes + headerBytes <= MOST.scriptBytes),
      ),
      row('LCP of `/`, slow 4G, 4× CPU', `${Math.round(lcpMs)} ms`, onQuietMachine('< 1,500 ms', lcpMs > 0 && lcpMs < MOST.lcpMs)),
      row('CLS of `/`, slow 4G, 4× CPU, worst of 5', cls.toFixed(4), absolute('< 0.02', cls < MOST.cls)),
      row(
        'first text of `/`, 400 ms and 400 kbit/s, 4× CPU',
        `${Math.round(readableMs)} ms`,
        onQuietMachine('< 3,000 ms', readableMs > 0 && readableMs < MOST.readableMs),
      ),
    ];
  } finally {
    await browser.close();
  }
}

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} kB`;

const row = (what: string, ours: string, budget: Budget): Measurement => ({ what, baseline: '', ours, budgets: [budget] });

async function visit(browser: Browser, origin: string, network: typeof POOR): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  const scripts = await countScriptBytes(cdp);
  await cdp.send('Network.emulateNetworkConditions', network);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.addInitScript(observe);
  await page.goto(origin, { waitUntil: 'load' });
  await page.waitForTimeout(SETTLED_MS);
  const seen = await seenBy(page);
  await context.close();
  return { ...seen, ...scripts() };
}

async function countScriptBytes(cdp: CDPSession): Promise<() => Scripts> {
  const scripts = new Set<string>();
  let scriptBytes = 0;
  let allBytes = 0;
  await cdp.send('Network.enable');
  cdp.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.mimeType === 'text/javascript') scripts.add(requestId);
  });
  cdp.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scriptBytes += encodedDataLength;
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) allBytes += encodedDataLength;
  });
  return () => ({ scriptBytes, headerBytes: allBytes - scriptBytes });
}

interface Observed {
  fcpMs: number;
  lcpMs: number;
  cls: number;
}

/** Runs in the page before anything else. */
function observe() {
  const observed: Observed = { fcpMs: 0, lcpMs: 0, cls: 0 };
  Object.assign(window, { observed });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntriesByName('first-contentful-paint')) observed.fcpMs = entry.startTime;
  }).observe({ type: 'paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) observed.lcpMs = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) observed.cls += entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

const seenBy = (page: Page): Promise<Observed> => page.evaluate(() => (window as unknown as { observed: Observed }).observed);
