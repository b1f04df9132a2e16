import { createHash } from 'node:crypto';
import { lanes } from '@butaca/fair-queue';

/** A script, and the name under which a server that has run it before knows it. */
export interface Script {
  readonly lua: string;
  readonly sha: string;
}

/** As long as a challenge may be solved. */
const SOLUTION_MS = 900_000;
/** After their last use the keys of a room are kept for so long: longer than any sale, and what PostgreSQL has stays. */
const KEPT_SECONDS = 14 * 86_400;

const script = (...parts: readonly string[]): Script => {
  const lua = parts.join('\n');
  return { lua, sha: createHash('sha1').update(lua).digest('hex') };
};

const clock = `
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

/**
 * The keys of a room, the same for every script. A server that was started anew, or a replica that took over, may lack what was written
 * last, whether or not the keys are there: it has another \`run_id\` than the one that the counters were written under.
 */
const room = `
local line, accounts, networks, solutions, passes, inside = unpack(KEYS)
local lanes = {${lanes.map((lane) => `'${lane}'`).join(', ')}}
local wentIn = {${lanes.map((lane, index) => `${lane} = KEYS[${7 + index}]`).join(', ')}}
local run = string.match(redis.call('info', 'server'), 'run_id:(%w+)') or 'unknown'
local function count(lane, what) return tonumber(redis.call('hget', line, lane .. ' ' .. what) or 0) end
local function raise(lane, what, to)
  if tonumber(to) > count(lane, what) then redis.call('hset', line, lane .. ' ' .. what, to) end
end
local function keep()
  for _, key in ipairs(KEYS) do redis.call('expire', key, ${KEPT_SECONDS}) end
end`;

const knownRoom = `${room}
if redis.call('hget', line, 'run') ~= run then return {'lost', run} end`;

/** ARGV: the run that lost the counters, then of each lane what PostgreSQL has: issued, serving, lapsed, drawn or nothing. */
export const restore = script(
  room,
  `
if run ~= ARGV[1] then return {'ok'} end
if redis.call('hget', line, 'run') == run then return {'ok'} end
for i, lane in ipairs(lanes) do
  local issued, serving, lapsed, drawn = unpack(ARGV, i * 4 - 2, i * 4 + 1)
  raise(lane, 'issued', issued)
  raise(lane, 'reserved', issued)
  raise(lane, 'serving', serving)
  raise(lane, 'lapsed', lapsed)
  if drawn == '' then redis.call('hdel', line, lane .. ' drawn') else redis.call('hset', line, lane .. ' drawn', drawn) end
end
redis.call('hset', line, 'run', run)
keep()
return {'ok'}`,
);

/** ARGV of each lane: issued, reserved, serving, lapsed. */
export const raiseLines = script(
  knownRoom,
  `
for i, lane in ipairs(lanes) do
  local issued, reserved, serving, lapsed = unpack(ARGV, i * 4 - 3, i * 4)
  raise(lane, 'issued', issued)
  raise(lane, 'reserved', reserved)
  raise(lane, 'serving', serving)
  raise(lane, 'lapsed', lapsed)
end
keep()
return {'ok'}`,
);

/**
 * ARGV of each request: lane, ticket, holder or nothing, the ticket that is over or nothing, solution or nothing, 1 for accessible places alone,
 * network. Answers `short`, and the numbers issued of each
 * lane, before it gives any number that PostgreSQL does not know to be reserved.
 */
export const join = script(
  clock,
  knownRoom,
  `
local issued, wanted = {}, {}
for i = 1, #ARGV, 7 do wanted[ARGV[i]] = (wanted[ARGV[i]] or 0) + 1 end
local isShort = false
local short = {'short'}
for i, lane in ipairs(lanes) do
  issued[lane] = count(lane, 'issued')
  short[i + 1] = issued[lane]
  if wanted[lane] and issued[lane] + wanted[lane] > count(lane, 'reserved') then isShort = true end
end
if isShort then return short end

redis.call('zremrangebyscore', solutions, '-inf', now)
local joinedAt = math.floor(now / 1000) * 1000
local answers = {'ok'}
for i = 1, #ARGV, 7 do
  local lane, ticket, holder, instead, solution, accessible, network = unpack(ARGV, i, i + 6)
  local answer = holder ~= '' and redis.call('hget', accounts, holder)
  if answer and string.match(answer, '^%S+ %S+ %S+ (%S+)') == instead then answer = false end
  if not answer then
    if solution ~= '' and redis.call('zadd', solutions, 'nx', now + ${SOLUTION_MS}, solution) == 0 then
      answer = 'spent'
    else
      answer = string.format('%s %d %d %s %s %s', lane, issued[lane], joinedAt, ticket, accessible, network)
      issued[lane] = issued[lane] + 1
      redis.call('zincrby', networks, 1, network)
      if holder ~= '' then redis.call('hset', accounts, holder, answer) end
    end
  end
  answers[#answers + 1] = answer
end
for lane in pairs(wanted) do redis.call('hset', line, lane .. ' issued', issued[lane]) end
keep()
return answers`,
);

export const fixDraw = script(
  knownRoom,
  `
local drawn = {'ok'}
for i, lane in ipairs(lanes) do
  redis.call('hsetnx', line, lane .. ' drawn', count(lane, 'issued'))
  drawn[i + 1] = count(lane, 'drawn')
end
keep()
return drawn`,
);

/** ARGV: lane, position, ticket, holder or nothing, the milliseconds of a pass, 1 where it may start. */
export const redeem = script(
  clock,
  knownRoom,
  `
local lane, position, ticket, holder, passMs, mayStart = unpack(ARGV)
local name = lane .. ' ' .. position
local kept = redis.call('hget', passes, name)
if not kept and mayStart ~= '1' then return {'unused'} end
local pass = kept and cjson.decode(kept) or {ticket = ticket, holder = '', expiresAt = now + passMs, left = false}
if not kept then
  redis.call('zadd', inside, pass.expiresAt, name)
  redis.call('zadd', wentIn[lane], position, position)
end
if pass.ticket ~= ticket then return {'taken'} end
if not kept or (pass.holder == '' and holder ~= '') then
  pass.holder = holder
  redis.call('hset', passes, name, cjson.encode(pass))
  keep()
end
if holder ~= '' and pass.holder ~= holder then return {'taken'} end
if pass.left or pass.expiresAt <= now then return {'over'} end
return {'inside', math.floor(pass.expiresAt / 1000) * 1000}`,
);

/** ARGV: lane, position, ticket. */
export const leave = script(
  knownRoom,
  `
local name = ARGV[1] .. ' ' .. ARGV[2]
local kept = redis.call('hget', passes, name)
local pass = kept and cjson.decode(kept)
if pass and pass.ticket == ARGV[3] then
  pass.left = true
  redis.call('hset', passes, name, cjson.encode(pass))
  redis.call('zrem', inside, name)
end
return {'ok'}`,
);

/** Answers issued, serving and lapsed of each lane. */
export const readLanes = script(
  knownRoom,
  `
local counts = {'ok'}
for _, lane in ipairs(lanes) do
  for _, what in ipairs({'issued', 'serving', 'lapsed'}) do counts[#counts + 1] = count(lane, what) end
end
return counts`,
);

/** Answers who is inside, who ever went in, and who went in whose turn is not over. Asked every second of an open room: that is its use. */
export const countPasses = script(
  clock,
  knownRoom,
  `
local lately = 0
for _, lane in ipairs(lanes) do lately = lately + redis.call('zcount', wentIn[lane], count(lane, 'lapsed'), '+inf') end
keep()
return {'ok', redis.call('zcount', inside, '(' .. now, '+inf'), redis.call('hlen', passes), lately}`,
);

/** ARGV: term, then of each lane serving and lapsed. Answers 0 where a later leader has written. */
export const advance = script(
  knownRoom,
  `
local latest = tonumber(redis.call('hget', line, 'term') or 0)
if tonumber(ARGV[1]) < latest then return {'ok', 0} end
redis.call('hset', line, 'term', ARGV[1])
for i, lane in ipairs(lanes) do
  raise(lane, 'serving', ARGV[i * 2])
  raise(lane, 'lapsed', math.min(tonumber(ARGV[i * 2 + 1]), count(lane, 'serving')))
end
keep()
return {'ok', 1}`,
);

/**
 * KEYS: the lease; ARGV: who wants to lead, and for how many milliseconds. Answers the term, or nothing. A term is at least the time at
 * which it began, so that terms grow even where the store forgot the last one.
 */
export const lead = script(
  clock,
  `
local holder, term, ends = unpack(redis.call('hmget', KEYS[1], 'holder', 'term', 'until'))
if holder ~= ARGV[1] then
  if ends and tonumber(ends) >= now then return false end
  term = math.max(tonumber(term or 0) + 1, now)
end
redis.call('hset', KEYS[1], 'holder', ARGV[1], 'term', term, 'until', now + ARGV[2])
return tonumber(term)`,
);

/** Only the latest term may write; 0 where nobody has led. */
export const latestTerm = script(`return tonumber(redis.call('hget', KEYS[1], 'term') or 0)`);

/** ARGV: more numbers than so many, and how many networks at most. */
export const crowdedNetworks = script(
  `return redis.call('zrevrangebyscore', KEYS[3], '+inf', '(' .. ARGV[1], 'withscores', 'limit', 0, ARGV[2])`,
);
