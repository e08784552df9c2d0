import type { AdminDog, AdminUser, AuditEntry } from '@barkyard/domain/admin'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { toast, toastError } from '../../components/toast.ts'
import { errorStatus, type Inputs, trpc } from '../../trpc.ts'

/** Rows of one answer. */
const PAGE = 200
const REDIRECT_AFTER = 500

export type UserSort = NonNullable<Inputs['admin']['users']['sort']>
export type DogSort = NonNullable<Inputs['admin']['allDogs']['sort']>

/** A list of which only the pages scrolled to are loaded. */
export interface Loaded<T> {
  items: readonly T[]
  /** All that the search finds, loaded or not; null while nothing is known. */
  total: number | null
  /** The rows of the search before, until the answer is there. */
  stale: boolean
  failed: boolean
  retry: () => void
  loadMore: () => void
}

interface InfiniteAnswer<T> {
  data: { pages: { items: T[]; total: number }[] } | undefined
  error: unknown
  isError: boolean
  isFetching: boolean
  isFetchNextPageError: boolean
  isPlaceholderData: boolean
  hasNextPage: boolean
  fetchNextPage: () => Promise<unknown>
  refetch: () => Promise<unknown>
}

function useLoaded<T extends { id: string }>(query: InfiniteAnswer<T>): Loaded<T> {
  const pages = query.data?.pages
  // What moves between two pages being read would be in both.
  const items = useMemo(
    () => [...new Map(pages?.flatMap(page => page.items.map(item => [item.id, item] as const))).values()],
    [pages],
  )
  const loadMore = () => {
    if (!query.hasNextPage || query.isFetching) return
    // The row the next page would have followed is gone: all is read anew.
    if (query.isFetchNextPageError && errorStatus(query.error) === 400) void query.refetch()
    else void query.fetchNextPage()
  }
  return {
    items,
    total: pages?.at(-1)?.total ?? null,
    stale: query.isPlaceholderData,
    failed: query.isError && pages === undefined,
    retry: () => void query.refetch(),
    loadMore,
  }
}

const paged = {
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor ?? undefined,
  placeholderData: keepPreviousData,
  throwOnError: false,
} as const

export const useAllDogs = (search: string, sort: DogSort): Loaded<AdminDog> =>
  useLoaded(trpc.admin.allDogs.useInfiniteQuery({ search, sort, limit: PAGE }, paged))

export const useUnownedDogs = (search: string): Loaded<AdminDog> =>
  useLoaded(trpc.admin.unownedDogs.useInfiniteQuery({ search, limit: PAGE }, paged))

export const useUsers = (search: string, sort: UserSort): Loaded<AdminUser> =>
  useLoaded(trpc.admin.users.useInfiniteQuery({ search, sort, limit: PAGE }, paged))

export const useAudit = (search: string): Loaded<AuditEntry> =>
  useLoaded(trpc.admin.audit.useInfiniteQuery({ search, limit: PAGE }, paged))

/** Starts acting as a dog; the doghouse follows (spec §4). */
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
    // The page is left first: a chat of the dog would be "not found" the moment one is oneself again.
    meta: { refresh: [] },
    onSuccess: async () => {
      toast({ title: 'Stopped impersonation' })
      if (!location.pathname.startsWith('/admin')) await navigate('/admin')
      await utils.invalidate()
    },
    onError: error => {
      toastError(error, 'Failed to stop impersonation')
      // Whoever is no admin any more impersonates nobody: the bar goes.
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
      // One of them is gone already: the list shows who is left.
      if (errorStatus(error) === 404) {
        void utils.admin.invalidate()
        onDone()
      }
    },
  })
}
