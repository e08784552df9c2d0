import { LIST_PAGE_MAX } from '@barkyard/domain/paging'
import type { AdminVerification, AdminVerificationsQuery, Verification } from '@barkyard/domain/schemas/verification'
import type { VerificationKind } from '@barkyard/domain/verification'
import { useMutation } from '@tanstack/react-query'
import { type InfiniteList, paged, useInfiniteList } from '../../lib/list-pages.ts'
import { toast, toastError } from '../../lib/toast.ts'
import { sendForm } from '../../lib/upload-photo.ts'
import { trpc } from '../../trpc.ts'

/** Verifications per page of the queue. */
const PAGE = 20

/** The latest verification of each kind of a dog of the user's own. */
export function useChecks(dogId: string) {
  const list = trpc.verifications.list.useQuery({ limit: LIST_PAGE_MAX }, { staleTime: 0, throwOnError: false })
  const last = (kind: VerificationKind): Verification | null =>
    list.data?.items.find(one => one.dogId === dogId && one.kind === kind && one.state !== 'withdrawn') ?? null
  return { isLoading: list.isPending, isError: list.isError, retry: () => void list.refetch(), last }
}

export const useStartCheck = (onStarted: () => void) =>
  trpc.verifications.start.useMutation({
    onSuccess: onStarted,
    onError: error => toastError(error, 'Failed to ask for a check'),
  })

/** Sends the photo that shows it. A later one replaces it until it is decided. */
export const useSendEvidence = (id: string) =>
  useMutation({
    mutationFn: (photo: File) => sendForm(`/api/verifications/${id}/evidence`, { photo }),
    onSuccess: () => toast({ title: 'Photo sent', message: 'A moderator will look at it.' }),
    onError: error => toastError(error, 'Failed to send the photo'),
  })

export const useWithdrawCheck = (onWithdrawn: () => void) =>
  trpc.verifications.withdraw.useMutation({
    onSuccess: () => {
      toast({ title: 'Taken back', message: 'Your photo was deleted.' })
      onWithdrawn()
    },
    onError: error => toastError(error, 'Failed to take it back'),
  })

/** The photo that was sent. The version makes a browser show the latest one. */
export const evidenceUrl = ({ id, version }: Verification) => `/api/verifications/${id}/evidence?version=${version}`

export const useQueue = (state: AdminVerificationsQuery['state']): InfiniteList<AdminVerification> =>
  useInfiniteList(trpc.admin.verifications.useInfiniteQuery({ state, limit: PAGE }, paged))

/** The number of waiting verifications, whichever list is shown. */
export const useWaiting = () =>
  trpc.admin.verifications.useQuery({ limit: 1 }, { throwOnError: false }).data?.total ?? 0

/** The dog of a verification. It may have been deleted meanwhile. */
export const useCheckedDog = (id: string) => trpc.dogs.get.useQuery({ id }, { throwOnError: false }).data

export function useDecideCheck(onDecided: () => void) {
  const utils = trpc.useUtils()
  return trpc.admin.decideVerification.useMutation({
    onSuccess: ({ state }) => {
      toast({ title: state === 'approved' ? 'Approved' : 'Refused' })
      onDecided()
    },
    onError: error => {
      toastError(error, 'Failed to decide')
      // Somebody may have changed it meanwhile.
      void utils.admin.verifications.invalidate()
    },
  })
}
