import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { toast, toastError } from '../../lib/toast.ts'
import { errorStatus, trpc } from '../../trpc.ts'

/** The acting dog's matches, read again whenever the list is opened; so is the number of new barks. */
export function useBarks() {
  const utils = trpc.useUtils()
  useEffect(() => void utils.matches.newCount.invalidate(), [utils])
  return trpc.matches.list.useQuery(undefined, { refetchOnMount: 'always' })
}

/** Barks at a dog; the toast leads to the chat. */
export function useBark() {
  const navigate = useNavigate()
  const utils = trpc.useUtils()
  return trpc.matches.bark.useMutation({
    onSuccess: ({ matchId }) =>
      toast({
        title: 'Woof! 🐕',
        message: 'Your bark has been sent!',
        action: { label: 'Open chat', onClick: () => void navigate(`/bark-chat/${matchId}`) },
      }),
    onError: (error, { toDogId }) => {
      toastError(error, 'Failed to send bark')
      // Deleted while its page was open: the page says so.
      if (errorStatus(error) === 404) void utils.dogs.get.invalidate({ id: toDogId })
    },
  })
}
