import { isolate } from '@barkyard/domain/isolate'
import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Match } from '@barkyard/domain/schemas/match'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { itemsOfPage } from '../../lib/list-pages.ts'
import { toast, toastError } from '../../lib/toast.ts'
import { errorStatus, trpc } from '../../trpc.ts'

/** The acting dog's matches. They and the number of new barks are refreshed whenever the list is opened. */
export function useBarks() {
  const utils = trpc.useUtils()
  useEffect(() => void utils.matches.newCount.invalidate(), [utils])
  return trpc.matches.list.useQuery(undefined, { refetchOnMount: 'always', select: itemsOfPage })
}

const findMatch = (matches: readonly Match[] | undefined, otherDogId: string) =>
  matches?.find(({ otherDog }) => otherDog.id === otherDogId) ?? null

/** The match with a dog; null if there is none or while loading. */
export const useMatchWith = (dogId: string) =>
  trpc.matches.list.useQuery(undefined, { select: ({ items }) => findMatch(items, dogId), throwOnError: false }).data ??
  null

/** Barks at a dog. The toast links to the chat, and says if an earlier bark is still unanswered. */
export function useBark({ id, name }: Pick<Dog, 'id' | 'name'>) {
  const navigate = useNavigate()
  const utils = trpc.useUtils()
  const newestOf = async () => {
    // The bark is sent even without the list.
    const matches = await utils.matches.list.ensureData().catch(() => undefined)
    return findMatch(matches?.items, id)?.lastMessage?.id ?? null
  }
  return trpc.matches.bark.useMutation({
    onMutate: async () => ({ newestBefore: await newestOf() }),
    onSuccess: async ({ matchId }, _input, { newestBefore }) => {
      const isNew = newestBefore === null || (await newestOf()) !== newestBefore
      toast({
        ...(isNew
          ? { title: 'Woof! 🐕', message: 'Your bark has been sent!' }
          : { title: 'You already barked', message: `${isolate(name)} hasn't answered yet.` }),
        offers: true,
        action: { label: 'Open chat', onClick: () => void navigate(`/bark-chat/${matchId}`) },
      })
    },
    onError: error => {
      toastError(error, 'Failed to send bark')
      if (errorStatus(error) !== 404) return
      // The dog was deleted while its page or the list was open.
      void utils.dogs.get.invalidate({ id })
      void utils.sniff.invalidate()
    },
  })
}
