import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Load, wrk } from '../load.ts';
import type { Aim, Stage } from './stage.ts';

export const TAKE_NAMED = '/v2/Proceso/0/Posiciones/Tomar';
/** More bodies than any run sends, because a claim that is sent twice gets its first answer, which costs less. */
const PREPARED_PER_SECOND = 40_000;

export interface Claims {
  readonly path: string;
  /** The body of the nth claim. */
  readonly body: (n: number) => string;
  readonly connections: number;
  readonly seconds: number;
}

export const namedPlaces = (aim: Aim) => (n: number) => {
  const { performanceId, places } = aim(n);
  return `{"idFuncion":${performanceId},"aPosicion":[${places}]}`;
};

export interface Claimed extends Load {
  /** Those that got their places; the others were answered with a refusal. */
  readonly wonPerSecond: number;
}

/** Claims as fast as they are answered, each with its own session and idempotency key; counted in the database afterwards. */
export async function claimsWon(stage: Stage, claims: Claims): Promise<Claimed> {
  const answered = await ask(stage, claims, '');
  const [holds] = await stage.db<{ count: number }[]>`select count(*)::integer as count from hold`;
  // Claims that were in flight when the generator stopped are won, but have no answer.
  const won = Math.min(holds?.count ?? 0, answered.requests);
  return { ...answered, wonPerSecond: won / answered.seconds };
}

export interface Answered extends Load {
  /** How many answers had each nCode. */
  readonly answers: ReadonlyMap<number, number>;
}

/** The same, looking into every answer, which costs the generator part of the cores that it shares. */
export async function claimsByAnswer(stage: Stage, claims: Claims): Promise<Answered> {
  const answered = await ask(stage, claims, COUNT_ANSWERS);
  const answers = [...answered.output.matchAll(/^nCode (\d+) (\d+)$/gm)].map(([, code, count]) => [Number(code), Number(count)] as const);
  return { ...answered, answers: new Map(answers) };
}

async function ask({ origin, buyers }: Stage, { path, body, connections, seconds }: Claims, more: string) {
  const folder = await mkdtemp(join(tmpdir(), 'butaca-wrk-'));
  try {
    const [file, lua] = [join(folder, 'claims.txt'), join(folder, 'claims.lua')];
    const lines = Array.from({ length: PREPARED_PER_SECOND * seconds }, (_, n) => `${buyers[n % buyers.length]?.token} ${body(n)}`);
    await writeFile(file, lines.join('\n'));
    await writeFile(lua, script(file, path) + more);
    return await wrk(origin, { connections, seconds, options: ['-s', lua] });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Requests are written out before the clock runs, so that sending one costs next to nothing. */
const script = (file: string, path: string) => `
local requests, turn = {}, 0
for line in io.lines("${file}") do
  local token, body = line:match("^(%S+) (.+)$")
  requests[#requests + 1] = "POST ${path} HTTP/1.1\\r\\nhost: bench\\r\\nauthorization: Bearer " .. token
    .. "\\r\\nidempotency-key: bench-" .. (100000000 + #requests) .. "\\r\\ncontent-type: application/json\\r\\ncontent-length: " .. #body
    .. "\\r\\n\\r\\n" .. body
end
request = function()
  turn = turn + 1
  return requests[(turn - 1) % #requests + 1]
end
`;

const COUNT_ANSWERS = `
local threads = {}
setup = function(thread) threads[#threads + 1] = thread end
init = function() answers = {} end
response = function(status, headers, body)
  local code = body:match('"nCode":(%d+)') or "0"
  answers[code] = (answers[code] or 0) + 1
end
done = function()
  for _, thread in ipairs(threads) do
    for code, count in pairs(thread:get("answers")) do print("nCode " .. code .. " " .. count) end
  end
end
`;
