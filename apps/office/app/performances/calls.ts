import type { AnswerOf } from '@butaca/contract';
import { listOfficePerformances } from '@butaca/contract/office';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { client } from '../client.ts';
import { read } from '../outcome.ts';

type Performances = AnswerOf<typeof listOfficePerformances>;

/** Of the one answer that the list of performances and the office's navigation share. */
export const performancesQuery = {
  queryKey: ['performances'],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    read<Performances>(await client.call(listOfficePerformances, {}, { purpose: 'background', signal })),
} as const;

/** On other screens the navigation's numbers may be this old. */
const FRESH_MS = 60_000;

/** How many mails wait for somebody; undefined until it is known. */
export const useOpenMails = (): number | undefined =>
  useQuery({
    ...performancesQuery,
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
    select: ({ undeliveredMails }) => undeliveredMails,
  }).data;

/** The screen that lists them knows better. */
export function useOpenMailsAre(count: number | undefined): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (count === undefined) return;
    queries.setQueryData<Performances>(performancesQuery.queryKey, (known) => known && { ...known, undeliveredMails: count });
  }, [queries, count]);
}
