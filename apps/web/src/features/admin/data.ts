import type { AdminDog, AdminUser } from '@barkyard/domain/schemas/admin'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { type InfiniteList, paged, useInfiniteList } from '../../lib/list-pages.ts'
import { toast, toastError } from '../../lib/toast.ts'
import { told } from '../../lib/told.ts'
import { errorStatus, type Inputs, trpc } from '../../trpc.ts'

const PAGE = 200
const REDIRECT_AFTER = 500

export type UserSort = NonNullable<Inputs['admin']['users']['sort']>
export type DogSort = NonNullable<Inputs['admin']['allDogs']['sort']>

export const useAllDogs = (search: string, sort: DogSort): InfiniteList<AdminDog> =>
  useInfiniteList(trpc.admin.allDogs.useInfiniteQuery({ search, sort, limit: PAGE }, paged))

export const useUnownedDogs = (search: string): InfiniteList<AdminDog> =>
  useInfiniteList(trpc.admin.unownedDogs.useInfiniteQuery({ search, limit: PAGE }, paged))

export const useUsers = (search: string, sort: UserSort): InfiniteList<AdminUser> =>
  useInfiniteList(trpc.admin.users.useInfiniteQuery({ search, sort, limit: PAGE }, paged))

/** Reads the ids, with the number of dogs, of all users that a search finds. */
export function useReadSelection() {
  const utils = trpc.useUtils()
  return (search: string) => utils.admin.selection.fetch({ search }, { staleTime: 0 })
}

const DOGS_FAILED = 'Failed to fetch user dogs'

/** A user's dogs, refreshed whenever they are opened. An error is also shown in a toast. */
export function useUserDogs(userId: string) {
  const dogs = trpc.admin.dogsOf.useQuery({ userId }, { throwOnError: false, staleTime: 0 })
  const { error } = dogs
  useEffect(() => {
    if (error) toastError(error, DOGS_FAILED)
  }, [error])
  return { dogs: dogs.data, failed: dogs.isError ? DOGS_FAILED : null, retry: () => void dogs.refetch() }
}

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
