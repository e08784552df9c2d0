import { trpc } from '../../trpc.ts'

// A count decorates its card: without it the card is still of use.
const decoration = { throwOnError: false } as const

/** How many barks are new; 0 while unknown. */
export const useNewBarks = () => trpc.matches.newCount.useQuery(undefined, decoration).data?.count ?? 0

/** How many playdates wait for the acting dog's answer; 0 while unknown. */
export const usePendingPlaydates = () => trpc.playdates.pendingCount.useQuery(undefined, decoration).data?.count ?? 0
