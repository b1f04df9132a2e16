import type { Measurement } from '../report.ts';
import { httpClaims, steadyClaims } from './http.ts';
import { measureMails } from './mails.ts';
import { measureMemory } from './memory.ts';
import { measureProcesses } from './processes.ts';
import { measurePurchases } from './purchases.ts';
import { rawClaims } from './raw.ts';
import { setStage } from './stage.ts';
import { aims } from './targets.ts';
import type { Rate } from './timing.ts';

const SECONDS = 4;
/** Longer: at a steady rate a few thousand claims are needed before a hundredth of them says something. */
const STEADY_SECONDS = 10;
const SMALLEST_RATIO = 1;
const LONGEST_P99_MS = 50;

const told = ({ perSecond, p50Ms, p99Ms }: Rate) =>
  `${Math.round(perSecond).toLocaleString('en')} /s, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`;

/** Claims of two places each over HTTP, against the same statement one by one on 16 raw connections. */
export async function measureClaims(): Promise<Measurement[]> {
  const stage = await setStage();
  try {
    const measurements: Measurement[] = [];
    for (const [crowd, aim] of Object.entries(aims(stage.performances, stage.placeCount))) {
      await stage.reset();
      await httpClaims(stage, aim, 1);
      await stage.reset();
      const raw = await rawClaims(stage, aim, SECONDS);
      await stage.reset();
      const ours = await httpClaims(stage, aim, SECONDS);
      await stage.reset();
      const steady = await steadyClaims(stage, aim, raw.perSecond / 2, STEADY_SECONDS);
      const ratio = ours.perSecond / raw.perSecond;
      measurements.push(
        {
          what: `claims, ${crowd}`,
          baseline: `raw ${told(raw)}`,
          ours: told(ours),
          ratio,
          budget: `≥ ${SMALLEST_RATIO.toFixed(1)}`,
          met: ratio >= SMALLEST_RATIO,
        },
        {
          what: `claims, ${crowd}, at half the raw rate`,
          baseline: '',
          ours: told(steady),
          ratio: null,
          budget: `p99 < ${LONGEST_P99_MS} ms`,
          met: steady.p99Ms < LONGEST_P99_MS,
        },
      );
    }
    return [
      ...measurements,
      await measureProcesses(stage),
      await measureMemory(stage),
      await measurePurchases(stage),
      await measureMails(stage),
    ];
  } finally {
    await stage.stop();
  }
}
