import { toastError } from '../../lib/toast.ts'
import { trpc } from '../../trpc.ts'

export const useClaim = () =>
  trpc.admin.claimReport.useMutation({ onError: error => toastError(error, 'Failed to claim the case') })

/** Refreshed at each visit, because other admins change them too. */
export const useTemplates = () =>
  trpc.admin.statementTemplates.useQuery(undefined, { staleTime: 0, throwOnError: false })
