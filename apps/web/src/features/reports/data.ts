import type { ClaimFilter } from '@barkyard/domain/report'
import type { AdminReport, AdminReportsQuery } from '@barkyard/domain/schemas/report'
import { type InfiniteList, paged, useInfiniteList } from '../../lib/list-pages.ts'
import { toastError } from '../../lib/toast.ts'
import { told } from '../../lib/told.ts'
import { trpc } from '../../trpc.ts'

const PAGE = 20

export const useCases = (state: AdminReportsQuery['state'], claimed: ClaimFilter): InfiniteList<AdminReport> =>
  useInfiniteList(trpc.admin.reports.useInfiniteQuery({ state, claimed, limit: PAGE }, paged))

export const useClaim = () =>
  trpc.admin.claimReport.useMutation({ onError: error => toastError(error, 'Failed to claim the case') })

/** Refreshed at each visit, because other admins change them too. */
export const useTemplates = () =>
  trpc.admin.statementTemplates.useQuery(undefined, { staleTime: 0, throwOnError: false })

const saved = (onSaved: () => void) => told('Template saved', 'Failed to save the template', onSaved)

export const useCreateTemplate = (onSaved: () => void) => trpc.admin.createStatementTemplate.useMutation(saved(onSaved))

export const useEditTemplate = (onSaved: () => void) => trpc.admin.editStatementTemplate.useMutation(saved(onSaved))
