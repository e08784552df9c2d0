import type { AdminDog, AdminUser } from '@barkyard/domain/schemas/admin'
import { keepPreviousData, useIsFetching } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { type InfiniteList, paged, useInfiniteList } from '../../lib/list-pages.ts'
import { toast, toastError } from '../../lib/toast.ts'
import { errorStatus, type Inputs, trpc } from '../../trpc.ts'

/** Rows per page. */
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

/** The number of dogs without an owner; 0 while unknown. */
export const useUnownedCount = () =>
  trpc.admin.unownedDogs.useQuery({ limit: 1 }, { throwOnError: false }).data?.total ?? 0

/** The number of checks that wait; 0 while unknown. */
export const useWaitingChecks = () =>
  trpc.admin.verifications.useQuery({ limit: 1 }, { throwOnError: false }).data?.total ?? 0

/** The number of suggested parks that wait; 0 while unknown. */
export const useWaitingParks = () =>
  trpc.admin.parks.useQuery({ state: 'waiting', limit: 1 }, { throwOnError: false }).data?.total ?? 0

/** The number of searches for lost dogs that wait; 0 while unknown. */
export const useWaitingLost = () =>
  trpc.admin.lostCases.useQuery({ state: 'waiting', limit: 1 }, { throwOnError: false }).data?.total ?? 0

/** Whether the panel is reading anything. */
export const useIsReading = () => useIsFetching({ queryKey: getQueryKey(trpc.admin) }) > 0

/** Up to `limit` users that the search finds. */
export const useUserSearch = (search: string, limit: number) =>
  trpc.admin.users.useQuery({ search, limit }, { placeholderData: keepPreviousData, throwOnError: false })

/** Reads the ids, with the number of dogs, of all users that a search finds. */
export function useReadSelection() {
  const utils = trpc.useUtils()
  return (search: string) => utils.admin.selection.fetch({ search }, { staleTime: 0 })
}

/** The last two weeks day by day, counted anew at each visit. */
export const useVitals = () => trpc.admin.vitals.useQuery(undefined, { throwOnError: false, staleTime: 0 })
export const useNumbers = () => trpc.admin.numbers.useQuery(undefined, { throwOnError: false, staleTime: 0 })

/** A user's page, refreshed whenever it is opened. */
export const useUserDetails = (userId: string) =>
  trpc.admin.user.useQuery({ userId }, { throwOnError: false, staleTime: 0 })

const decided = (title: string, failed: string, onDone: () => void) => ({
  onSuccess: () => {
    toast({ title })
    onDone()
  },
  onError: (error: unknown) => toastError(error, failed),
})

export const useSuspendUser = (onDone: () => void) =>
  trpc.admin.suspendUser.useMutation(decided('Suspended', 'Failed to suspend', onDone))

export const useResetPassword = (onDone: () => void) =>
  trpc.admin.resetPassword.useMutation(decided('Link sent', 'Failed to send the link', onDone))

export const useSetRole = (onDone: () => void) =>
  trpc.admin.setRole.useMutation(decided('Role changed', 'Failed to change the role', onDone))

export const useHideDog = (onDone: () => void) =>
  trpc.admin.hideDog.useMutation(decided('Dog hidden', 'Failed to hide the dog', onDone))

export const useShowDog = () =>
  trpc.admin.showDog.useMutation(decided('Shown again', 'Failed to show the dog', () => {}))

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

export const useTransfer = (onDone: () => void) =>
  trpc.admin.setOwner.useMutation({
    onSuccess: () => {
      toast({ title: 'Dog ownership transferred successfully' })
      onDone()
    },
    onError: error => toastError(error, 'Failed to transfer ownership'),
  })

export const useEditDog = (onSaved: () => void) =>
  trpc.admin.editDog.useMutation({
    onSuccess: () => {
      toast({ title: 'Dog profile updated successfully' })
      onSaved()
    },
    onError: error => toastError(error, 'Failed to update dog profile'),
  })

/** Deletes the dog whose page is open. */
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

/** Deletes a dog from the panel. */
export const useDeleteDog = (onDone: () => void) =>
  trpc.admin.deleteDog.useMutation({
    onSuccess: () => {
      toast({ title: 'Dog profile deleted successfully' })
      onDone()
    },
    onError: error => toastError(error, 'Failed to delete dog'),
  })

export function useDeleteUsers(onDone: () => void) {
  const utils = trpc.useUtils()
  return trpc.admin.deleteUsers.useMutation({
    onSuccess: (_, { userIds }) => {
      toast({ title: `Successfully deleted ${userIds.length} user(s)` })
      onDone()
    },
    onError: error => {
      toastError(error, 'Failed to delete users')
      // One of them is already deleted. Refresh the list.
      if (errorStatus(error) === 404) {
        void utils.admin.invalidate()
        onDone()
      }
    },
  })
}
