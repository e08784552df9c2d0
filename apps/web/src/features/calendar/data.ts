import { toast, toastError } from '../../lib/toast.ts'
import { trpc } from '../../trpc.ts'

/** Since when the account has a calendar address. Read anew at each visit: another window may have made one. */
export const useFeed = () => trpc.calendar.feed.useQuery(undefined, { staleTime: 0, throwOnError: false })

export const useOpenFeed = (onOpened: (url: string) => void) =>
  trpc.calendar.openFeed.useMutation({
    onSuccess: ({ url }) => onOpened(url),
    onError: error => toastError(error, 'Failed to make the address'),
  })

export const useCloseFeed = (onClosed: () => void) =>
  trpc.calendar.closeFeed.useMutation({
    onSuccess: () => {
      onClosed()
      toast({ title: 'The address has ended' })
    },
    onError: error => toastError(error, 'Failed to end the address'),
  })
