import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, type Group, type LinkName, type PlannedFault, type Random, sentenceOfFault, type Target } from './plan.ts';
import type { Stage } from './stage.ts';
import type { Witness } from './witness.ts';

export interface Breaking {
  readonly stage: Stage;
  readonly witness: Witness;
  readonly random: Random;
  readonly log: (line: string) => void;
}

/** Faults that last; each ends with `heal` at the latest. */
const DATABASE_LINKS: readonly LinkName[] = ['first', 'second', 'worker'];
/** Short enough for a rehearsal, long enough to be met by other faults. */
const SWITCHES = { slowMs: 3000, silentMs: 8000, reviewSeconds: 15 };

export class Faults {
  readonly #breaking: Breaking;
  readonly #stopped = new Set<number>();
  readonly #lasting = new Set<Promise<void>>();
  readonly #healed = new AbortController();
  /** Faults that a mail under way may have met, each of which may bring a mail twice. */
  metMails = 0;
  count = 0;

  constructor(breaking: Breaking) {
    this.#breaking = breaking;
  }

  /** Injects the planned faults at their times, until the rehearsal's time is over. */
  async follow(plan: readonly PlannedFault[], runMs: number): Promise<void> {
    const startedAt = performance.now();
    const switching = this.#keepSwitches();
    for (const { atMs, fault } of plan) {
      await this.#pause(startedAt + atMs - performance.now());
      this.#breaking.log(`${(atMs / 1000).toFixed(1).padStart(6)} s  ${sentenceOfFault(fault)}`);
      this.count += 1;
      if (meetsMails(fault)) this.metMails += 1;
      const lasting = this.#carryOut(fault).catch((error: Error) => this.#breaking.log(`          it did not work: ${error.message}`));
      this.#lasting.add(lasting);
      void lasting.finally(() => this.#lasting.delete(lasting));
    }
    await this.#pause(startedAt + runMs - performance.now());
    this.#healed.abort();
    await Promise.all([...this.#lasting, switching]);
    await this.#heal();
  }

  async #carryOut(fault: Fault): Promise<void> {
    const { stage, random } = this.#breaking;
    const { links } = stage;
    switch (fault.kind) {
      case 'kill':
        return this.#signal(fault.target, 'SIGKILL').then(() => {});
      case 'stop': {
        const pid = await this.#signal(fault.target, 'SIGSTOP');
        if (pid === undefined) return;
        this.#stopped.add(pid);
        await this.#pause(fault.forMs);
        return this.#go(pid);
      }
      case 'cut':
        return links[fault.link].cut(fault.share, random);
      case 'slow':
        links[fault.link].slow(fault.delayMs);
        await this.#pause(fault.forMs);
        return links[fault.link].slow(0);
      case 'silence':
        links[fault.link].silence(true);
        await this.#pause(fault.forMs);
        return links[fault.link].silence(false);
      case 'terminate':
        await stage.db`
          select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and backend_type = 'client backend' and application_name <> 'butaca-rehearsal' and random() < ${fault.share}::float8`;
        return;
      case 'outage': {
        const disturb = (on: boolean) => {
          for (const name of DATABASE_LINKS) fault.how === 'refused' ? links[name].refuse(on) : links[name].silence(on);
        };
        disturb(true);
        await this.#pause(fault.forMs);
        return disturb(false);
      }
      case 'clock':
        await stage.moveClock(fault.group, fault.shiftMs);
        await this.#pause(fault.forMs);
        return stage.moveClock(fault.group, 0);
      case 'time passes':
        return passTime(this.#breaking, fault.minutes);
      case 'gateway':
        return this.#switch({ [fault.trouble]: fault.payments });
    }
  }

  async #signal(target: Target, signal: NodeJS.Signals): Promise<number | undefined> {
    const pid = await this.#breaking.stage.pidOf(target);
    if (pid !== undefined) process.kill(pid, signal);
    return pid;
  }

  #go(pid: number): void {
    this.#stopped.delete(pid);
    try {
      process.kill(pid, 'SIGCONT');
    } catch {
      // It was killed while it was stopped.
    }
  }

  /** A sandbox that was started again has its switches as they are by default. */
  async #keepSwitches(): Promise<void> {
    while (!this.#healed.signal.aborted) {
      const state = (await this.#control('GET').catch(() => null)) as { switches: typeof SWITCHES } | null;
      if (state && state.switches.silentMs !== SWITCHES.silentMs) await this.#switch({}).catch(() => {});
      await this.#pause(500);
    }
  }

  async #switch(trouble: object): Promise<void> {
    await this.#control('PUT', { ...SWITCHES, ...trouble });
  }

  async #control(method: 'GET' | 'PUT', body?: object): Promise<unknown> {
    const response = await fetch(`${this.#breaking.stage.sandbox}/gateway/control`, {
      method,
      signal: AbortSignal.timeout(2000),
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    });
    return response.json();
  }

  /** Until the time is over, or everything is to be as it was. */
  #pause(ms: number): Promise<void> {
    return ms <= 0 ? Promise.resolve() : sleep(ms, undefined, { signal: this.#healed.signal }).catch(() => {});
  }

  /** Ends all faults that still last. */
  async #heal(): Promise<void> {
    const { stage } = this.#breaking;
    for (const pid of [...this.#stopped]) this.#go(pid);
    for (const link of Object.values(stage.links)) {
      link.refuse(false);
      link.silence(false);
      link.slow(0);
    }
    for (const group of ['first', 'second', 'worker', 'sandbox', 'wallet'] satisfies Group[]) await stage.moveClock(group, 0);
  }
}

const meetsMails = (fault: Fault): boolean =>
  (fault.kind === 'kill' || fault.kind === 'stop'
    ? fault.target === 'worker'
    : 'link' in fault
      ? fault.link === 'worker' || fault.link === 'mail'
      : fault.kind === 'outage' || fault.kind === 'terminate') || fault.kind === 'clock';

/** Makes every purchase that is going on so many minutes older, with what it holds. */
async function passTime({ stage: { db }, witness: { beliefs } }: Pick<Breaking, 'stage' | 'witness'>, minutes: number): Promise<void> {
  beliefs.aging(performance.now());
  const aging = db.begin(async (tx) => {
    const by = tx`make_interval(mins => ${minutes})`;
    // No wait for this is longer than for another buyer: a process that stands still may have locked anything.
    await tx`set local lock_timeout = '1s'`;
    const running = await tx<{ id: string }[]>`
      select id from purchase where stage in ('open', 'paying') order by id for update skip locked`;
    const ids = running.map(({ id }) => id);
    await tx`update purchase set started_at = started_at - ${by}, deadline = deadline - ${by} where id = any (${ids}::text[])`;
    // Until when cash may come is a fact that nothing but time changes.
    await tx`set local session_replication_role = replica`;
    await tx`
      update attempt set slow_until = slow_until - ${by}
       where purchase_id = any (${ids}::text[]) and slow_until is not null and settled_at is null`;
    await tx`set local session_replication_role = origin`;
    const holds = await tx<{ performanceId: number; purchaseId: string; placeIds: number[] }[]>`
      update hold set held_until = held_until - ${by} where purchase_id = any (${ids}::text[]) and state = 'held'
      returning performance_id as "performanceId", purchase_id as "purchaseId", place_ids as "placeIds"`;
    const places = holds
      .flatMap(({ performanceId, purchaseId, placeIds }) => placeIds.map((placeId) => ({ performanceId, purchaseId, placeId })))
      .sort((a, b) => a.performanceId - b.performanceId || a.placeId - b.placeId);
    await tx`
      select from place
        join unnest(${places.map(({ performanceId }) => performanceId)}::integer[], ${places.map(({ placeId }) => placeId)}::integer[])
          as aged (performance_id, place_id) using (performance_id, place_id)
       order by performance_id, place_id for update of place`;
    await tx`
      update place set held_until = held_until - ${by}
        from unnest(${places.map(({ performanceId }) => performanceId)}::integer[], ${places.map(({ placeId }) => placeId)}::integer[],
                    ${places.map(({ purchaseId }) => purchaseId)}::text[]) as aged (performance_id, place_id, purchase_id)
       where place.performance_id = aged.performance_id and place.place_id = aged.place_id and place.purchase_id = aged.purchase_id
         and place.state = 'held'`;
  });
  await aging.finally(() => beliefs.aged(performance.now()));
}
