import type { ClaimFilter } from '@barkyard/domain/report'
import type { AdminReport, AdminReportsQuery } from '@barkyard/domain/schemas/report'
import { type InfiniteList, paged, useInfiniteList } from '../../lib/list-pages.ts'
import { toast, toastError } from '../../lib/toast.ts'
import { trpc } from '../../trpc.ts'

/** Cases per page. */
const PAGE = 20

export const useCases = (state: AdminReportsQuery['state'], claimed: ClaimFilter): InfiniteList<AdminReport> =>
  useInfiniteList(trpc.admin.reports.useInfiniteQuery({ state, claimed, limit: PAGE }, paged))

export const useCase = (id: string) => trpc.admin.report.useQuery({ id }, { throwOnError: false })

/** The reported dog as it is now; undefined until it is read, and once it is gone. */
export const useReportedDog = (id: string) => trpc.dogs.get.useQuery({ id }, { throwOnError: false }).data

export const useClaim = () =>
  trpc.admin.claimReport.useMutation({ onError: error => toastError(error, 'Failed to claim the case') })

/** How many dogs a user has; undefined while it is unknown. */
export const useDogCount = (userId: string | undefined) =>
  trpc.admin.dogsOf.useQuery({ userId: userId ?? '' }, { enabled: userId !== undefined, throwOnError: false }).data
    ?.length

export const useNote = (onNoted: () => void) =>
  trpc.admin.noteReport.useMutation({
    onSuccess: onNoted,
    onError: error => toastError(error, 'Failed to add the note'),
  })

export const useDecide = (onDecided: () => void) =>
  trpc.admin.decideReport.useMutation({
    onSuccess: () => {
      toast({ title: 'Decided' })
      onDecided()
    },
    onError: error => toastError(error, 'Failed to decide'),
  })

/** Refreshed at each visit, because other admins change them too. */
export const useTemplates = () =>
  trpc.admin.statementTemplates.useQuery(undefined, { staleTime: 0, throwOnError: false })

const saved = (onSaved: () => void) => ({
  onSuccess: () => {
    toast({ title: 'Template saved' })
    onSaved()
  },
  onError: (error: unknown) => toastError(error, 'Failed to save the template'),
})

export const useCreateTemplate = (onSaved: () => void) => trpc.admin.createStatementTemplate.useMutation(saved(onSaved))

export const useEditTemplate = (onSaved: () => void) => trpc.admin.editStatementTemplate.useMutation(saved(onSaved))

export const useDeleteTemplate = (onDeleted: () => void) =>
  trpc.admin.deleteStatementTemplate.useMutation({
    onSuccess: () => {
      toast({ title: 'Template deleted' })
      onDeleted()
    },
    onError: error => toastError(error, 'Failed to delete the template'),
  })
