import { LIST_PAGE_MAX } from '@barkyard/domain/paging'
import type { AdminVerification, AdminVerificationsQuery, Verification } from '@barkyard/domain/schemas/verification'
import type { VerificationKind } from '@barkyard/domain/verification'
import { type InfiniteList, paged, useInfiniteList } from '../../lib/list-pages.ts'
import { told } from '../../lib/told.ts'
import { trpc } from '../../trpc.ts'

const PAGE = 20

/** The latest verification of each kind of a dog of the user's own. */
export function useChecks(dogId: string) {
  const list = trpc.verifications.list.useQuery({ limit: LIST_PAGE_MAX }, { staleTime: 0, throwOnError: false })
  const last = (kind: VerificationKind): Verification | null =>
    list.data?.items.find(one => one.dogId === dogId && one.kind === kind && one.state !== 'withdrawn') ?? null
  return { list, last }
}

/** The photo that was sent. The version makes a browser show the latest one. */
export const evidenceUrl = ({ id, version }: Verification) => `/api/verifications/${id}/evidence?version=${version}`

export const useQueue = (state: AdminVerificationsQuery['state']): InfiniteList<AdminVerification> =>
  useInfiniteList(trpc.admin.verifications.useInfiniteQuery({ state, limit: PAGE }, paged))

/** The dog of a verification. It may have been deleted meanwhile. */
export const useCheckedDog = (id: string) => trpc.dogs.get.useQuery({ id }, { throwOnError: false }).data

/** Somebody may have changed it meanwhile: after a failure the list is read again. */
export function useDecideCheck(onDecided: () => void) {
  const utils = trpc.useUtils()
  return trpc.admin.decideVerification.useMutation(
    told(
      ({ state }: Verification) => (state === 'approved' ? 'Approved' : 'Refused'),
      'Failed to decide',
      onDecided,
      () => utils.admin.verifications.invalidate(),
    ),
  )
}
