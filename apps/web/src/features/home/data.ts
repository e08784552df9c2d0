import { trpc } from '../../trpc.ts'

// Errors are ignored, because a card works without its count.
const decoration = { throwOnError: false } as const

/** The number of new barks; 0 while unknown. */
export const useNewBarks = () => trpc.matches.newCount.useQuery(undefined, decoration).data?.count ?? 0

/** The number of playdates that the acting dog has to answer; 0 while unknown. */
export const usePendingPlaydates = () => trpc.playdates.pendingCount.useQuery(undefined, decoration).data?.count ?? 0
