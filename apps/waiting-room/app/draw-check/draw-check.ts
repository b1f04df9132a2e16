import { queueCalls } from '@butaca/contract/queue-addresses';
import { drawnOrder, lanes, type Proof, type ProofFault } from '@butaca/fair-queue';
import { type Kept, memoryOf } from '../memory.ts';
import { byId, element, fill, setText, show } from '../paint.ts';
import type { PageSettings } from '../room/settings.ts';
import { type Say, sayIn } from '../room/texts.ts';

/** Reads the published proof, repeats the draw, and says whether everything follows, and where this browser's number came. */
export async function startDrawCheck({ performanceId, queueHost, language, texts }: PageSettings) {
  const t = sayIn(language, texts);
  const proof = await readProof(`${queueHost}${queueCalls.proof(performanceId)}`);
  if (proof === 'missing' || proof === 'unreachable') {
    verdict(t(`check.${proof}.title`), t(`check.${proof}.text`));
    return;
  }
  showData(proof, t);
  const kept = memoryOf(performanceId).get();
  setText('own-text', ownText(proof, kept, t));
  show('own', true);
  const checks = checksOf(proof, await faultsIn(proof), kept, t);
  fill('checks', checks, ({ text, holds }) => {
    const item = element('li', text);
    item.dataset.holds = String(holds);
    const answer = element('strong', holds ? t('check.yes') : t('check.no'));
    item.append(' ', answer);
    return item;
  });
  byId('checks').hidden = false;
  const isGood = checks.every(({ holds }) => holds);
  verdict(t(isGood ? 'check.good.title' : 'check.bad.title'), t(isGood ? 'check.good.text' : 'check.bad.text'));
}

async function readProof(address: string): Promise<Proof | 'missing' | 'unreachable'> {
  try {
    const answer = await fetch(address, { credentials: 'omit' });
    if (answer.status === 404) return 'missing';
    const proof = answer.ok ? ((await answer.json()) as Proof) : null;
    return proof?.version === 1 ? proof : 'unreachable';
  } catch {
    return 'unreachable';
  }
}

/** In a thread of its own: a million numbers take a phone some seconds. */
function faultsIn(proof: Proof): Promise<readonly ProofFault[]> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  return new Promise((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<readonly ProofFault[]>) => resolve(data));
    // A proof that cannot be worked out proves nothing.
    worker.addEventListener('error', () => resolve(['order']));
    worker.postMessage(proof);
  });
}

interface Check {
  readonly text: string;
  readonly holds: boolean;
}

function checksOf(proof: Proof, faults: readonly ProofFault[], { number, commitment }: Kept, t: Say): readonly Check[] {
  const own = (['commitment', 'seed', 'order'] as const).map((fault) => ({ text: t(`check.${fault}`), holds: !faults.includes(fault) }));
  if (commitment === undefined || number?.epoch !== proof.epoch) return own;
  return [...own, { text: t('check.seen'), holds: commitment === proof.commitment }];
}

function ownText({ epoch, seed, counts }: Proof, { number: own }: Kept, t: Say): string {
  if (!own || own.epoch !== epoch) return t('check.own.none');
  const number = own.number + 1;
  const count = counts[own.lane];
  if (own.number >= count) return t('check.own.late', { number });
  return t('check.own.drawn', { number, place: drawnOrder(seed, own.lane, count)(own.number) + 1, count });
}

function showData({ commitment, secret, seed, counts }: Proof, t: Say) {
  const drawn = lanes
    .filter((lane) => counts[lane] > 0)
    .map((lane) => `${t(`check.lane.${lane}`)}: ${t('number', { number: counts[lane] })}`);
  const data = [
    { name: t('check.counts'), value: drawn.join(' · ') || '0' },
    { name: t('draw.commitment'), value: commitment },
    { name: t('check.secret'), value: secret },
    { name: t('check.seedValue'), value: seed },
  ];
  fill('data-list', data, ({ name, value }) => {
    const entry = document.createElement('div');
    entry.append(element('dt', name), element('dd', value));
    return entry;
  });
  show('data', true);
}

function verdict(title: string, text: string) {
  setText('verdict', title);
  setText('verdict-text', text);
}
