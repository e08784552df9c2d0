import { toast, toastError } from '../../lib/toast.ts'
import { trpc } from '../../trpc.ts'

/** When the calendar address was created. Refreshed at each visit, because another window may have created one. */
export const useFeed = () => trpc.calendar.feed.useQuery(undefined, { staleTime: 0, throwOnError: false })

export const useOpenFeed = (onOpened: (url: string) => void) =>
  trpc.calendar.openFeed.useMutation({
    onSuccess: ({ url }) => onOpened(url),
    onError: error => toastError(error, 'Failed to create the address'),
  })

export const useCloseFeed = (onClosed: () => void) =>
  trpc.calendar.closeFeed.useMutation({
    onSuccess: () => {
      onClosed()
      toast({ title: 'The address no longer works' })
    },
    onError: error => toastError(error, 'Failed to end the address'),
  })
