import type { AdminLost, AdminLostQuery } from '@barkyard/domain/schemas/lost'
import { type InfiniteList, paged, useInfiniteList } from '../../../lib/list-pages.ts'
import { told } from '../../../lib/told.ts'
import { trpc } from '../../../trpc.ts'

const PAGE = 20

export const useLostQueue = (state: AdminLostQuery['state']): InfiniteList<AdminLost> =>
  useInfiniteList(trpc.admin.lostCases.useInfiniteQuery({ state, limit: PAGE }, paged))

/** What follows a decision. Somebody may have changed the case meanwhile. */
function useDecided(onDecided: () => void) {
  const utils = trpc.useUtils()
  const words = ({ state }: AdminLost) => (state === 'open' ? 'The search is open' : 'The search is closed')
  return told(words, 'Failed to decide', onDecided, () => utils.admin.lostCases.invalidate())
}

export const useDecideLost = (onDecided: () => void) => trpc.admin.decideLost.useMutation(useDecided(onDecided))

export const useCloseLost = (onDecided: () => void) => trpc.admin.closeLost.useMutation(useDecided(onDecided))
