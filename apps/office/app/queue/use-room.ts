import type { OfficeRoom, RoomOfPerformance } from '@butaca/contract/office-queue';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Done, Gone, type RoomProblem, readRoom } from './calls.ts';

/** What the sections of a room are given. */
export interface OfRoom {
  readonly performance: RoomOfPerformance['performance'];
  readonly room: OfficeRoom;
  /** The server's clock. */
  readonly now: number;
}

const POLL_MS = 2000;

const keyOf = (performanceId: number) => ['queue', performanceId];

export const useRoom = (performanceId: number) =>
  useQuery({
    queryKey: keyOf(performanceId),
    queryFn: ({ signal }) => readRoom(performanceId, signal),
    refetchInterval: ({ state }) => (state.error instanceof Gone ? false : POLL_MS),
  });

/** One thing that is done to a room at a time: its answer is shown at once, and what kept it from being done is kept until the next one. */
export function useVerb(performanceId: number) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<RoomProblem | null>(null);

  const run = async <Answer>(call: () => Promise<Done<Answer>>, roomOf: (answer: Answer) => RoomOfPerformance): Promise<Answer | null> => {
    setBusy(true);
    setProblem(null);
    // A poll that is under way would show what was before.
    await queries.cancelQueries({ queryKey: keyOf(performanceId) });
    const result = await call();
    setBusy(false);
    if ('done' in result) {
      queries.setQueryData(keyOf(performanceId), roomOf(result.done));
      return result.done;
    }
    setProblem(result.problem);
    void queries.invalidateQueries({ queryKey: keyOf(performanceId) });
    return null;
  };
  return { busy, problem, run, forget: () => setProblem(null) };
}
