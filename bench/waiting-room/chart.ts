import { type Sale, SETTINGS, STOCK } from './sale.ts';

const WIDTH = 800;
const LEFT = 64;
const RIGHT = 16;
const PANEL = { height: 110, gap: 46, top: 64 };
const EVERY_SECONDS = 15;

interface Panel {
  readonly name: string;
  readonly most: number;
  readonly countOf: (second: Sale['seconds'][number]) => number;
  /** A line that is not crossed. */
  readonly limit?: number;
}

/** People who wait, people inside and places sold over time: three panels, since their sizes differ by a factor of thirty. */
export function chartOf({ seconds }: Sale): string {
  const panels: readonly Panel[] = [
    { name: 'waiting', most: 80_000, countOf: ({ waiting }) => waiting },
    { name: 'inside', most: SETTINGS.mostActive, countOf: ({ inside }) => inside, limit: SETTINGS.mostActive },
    { name: 'sold', most: STOCK, countOf: ({ sold }) => sold, limit: STOCK },
  ];
  const shown = seconds.filter(({ at }) => at % EVERY_SECONDS === 0);
  const lastMinute = Math.ceil((shown.at(-1)?.at ?? 0) / 600) * 10;
  const x = (at: number) => LEFT + ((WIDTH - LEFT - RIGHT) * at) / (lastMinute * 60);
  const topOf = (index: number) => PANEL.top + index * (PANEL.height + PANEL.gap);
  const height = topOf(panels.length) - PANEL.gap + 48;
  const number = (value: number) => value.toLocaleString('en');

  const drawn = panels.map(({ name, most, countOf, limit }, index) => {
    const bottom = topOf(index) + PANEL.height;
    const y = (value: number) => (bottom - (PANEL.height * value) / most).toFixed(1);
    const points = shown.map((second) => `${x(second.at).toFixed(1)},${y(countOf(second))}`).join(' ');
    return [
      `<text class="name" x="${LEFT}" y="${topOf(index) - 10}">${name}</text>`,
      ...[0, most / 2, most].map(
        (value) => `<text class="scale" text-anchor="end" x="${LEFT - 8}" y="${Number(y(value)) + 4}">${number(value)}</text>`,
      ),
      ...[0, most / 2].map((value) => `<path class="grid" d="M${LEFT} ${y(value)}H${WIDTH - RIGHT}"/>`),
      `<path class="${limit === undefined ? 'grid' : 'limit'}" d="M${LEFT} ${y(most)}H${WIDTH - RIGHT}"/>`,
      `<polyline class="${name}" points="${points}"/>`,
    ];
  });
  const bottom = height - 48;
  const minutes = Array.from({ length: lastMinute / 10 + 1 }, (_, index) => index * 10);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="title description">`,
    '<title id="title">A waiting room through a sale</title>',
    `<desc id="description">Simulated: ${number(STOCK)} places; people who wait, people inside, who are never more than ${number(SETTINGS.mostActive)}, and places sold, by minutes since the start.</desc>`,
    `<style>
svg { font: 13px system-ui, sans-serif; background: #fff; }
text { fill: #33373d; } .name { font-weight: 600; }
polyline { fill: none; stroke-width: 2; stroke-linejoin: round; }
.grid { stroke: #dfe2e6; } .limit { stroke: #6d7580; stroke-dasharray: 5 4; }
.waiting { stroke: #7a4fc4; } .inside { stroke: #b3560b; } .sold { stroke: #0b7a53; }
@media (prefers-color-scheme: dark) {
  svg { background: #16181c; } text { fill: #d6dae0; } .grid { stroke: #34383f; } .limit { stroke: #97a0ac; }
  .waiting { stroke: #b79bf0; } .inside { stroke: #f0a35e; } .sold { stroke: #5fd0a3; }
}
</style>`,
    `<text class="name" x="${LEFT}" y="24">A sale, simulated: 100,000 people, ${number(STOCK)} places</text>`,
    ...drawn.flat(),
    ...minutes.map(
      (minute) => `<text class="scale" text-anchor="middle" x="${x(minute * 60).toFixed(1)}" y="${bottom + 20}">${minute}</text>`,
    ),
    `<text class="scale" text-anchor="end" x="${WIDTH - RIGHT}" y="${bottom + 38}">minutes since the start</text>`,
    '</svg>',
    '',
  ].join('\n');
}
