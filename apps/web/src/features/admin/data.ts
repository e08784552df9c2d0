import { useNavigate } from 'react-router-dom'
import { toast, toastError } from '../../lib/toast.ts'
import { told } from '../../lib/told.ts'
import { errorStatus, trpc } from '../../trpc.ts'

/** Rows per page of the panel's lists. */
export const PAGE = 200
const REDIRECT_AFTER = 500

/** Starts acting as a dog; the doghouse follows. */
export function useImpersonate() {
  const navigate = useNavigate()
  return trpc.admin.impersonate.useMutation({
    onSuccess: () => {
      toast({ title: 'Now impersonating dog. Redirecting to doghouse...' })
      setTimeout(() => void navigate('/doghouse'), REDIRECT_AFTER)
    },
    onError: error => toastError(error, 'Failed to impersonate'),
  })
}

export function useStopImpersonation() {
  const navigate = useNavigate()
  const utils = trpc.useUtils()
  return trpc.admin.stopImpersonation.useMutation({
    // Leaves the page first: a chat of the dog would be "not found" as soon as the impersonation ends.
    meta: { refresh: [] },
    onSuccess: async () => {
      toast({ title: 'Stopped impersonation' })
      if (!location.pathname.startsWith('/admin')) await navigate('/admin')
      await utils.invalidate()
    },
    onError: error => {
      toastError(error, 'Failed to stop impersonation')
      // A user who is no longer an admin cannot impersonate, so the bar disappears.
      if (errorStatus(error) === 403) void utils.auth.user.invalidate()
    },
  })
}

export function useDeleteProfile() {
  const navigate = useNavigate()
  const utils = trpc.useUtils()
  return trpc.admin.deleteDog.useMutation({
    // Leaves the page first: a refresh would show "Dog not found" for a moment.
    meta: { refresh: [] },
    onSuccess: async () => {
      toast({ title: 'Dog profile deleted successfully' })
      await navigate('/sniff')
      await utils.invalidate()
    },
    onError: error => toastError(error, 'Failed to delete dog profile'),
  })
}

export function useDeleteUsers(onDone: () => void) {
  const utils = trpc.useUtils()
  return trpc.admin.deleteUsers.useMutation(
    told(
      (_, { userIds }: { userIds: string[] }) => `Successfully deleted ${userIds.length} user(s)`,
      'Failed to delete users',
      onDone,
      error => {
        // One of them is already deleted. Refresh the list.
        if (errorStatus(error) !== 404) return
        void utils.admin.invalidate()
        onDone()
      },
    ),
  )
}
