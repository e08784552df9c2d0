import { isolate } from '@barkyard/domain/isolate'
import type { Block } from '@barkyard/domain/schemas/block'
import { useNavigate } from 'react-router-dom'
import { trpc } from '../trpc.ts'
import { forgetPage } from './forget.ts'
import { toast, toastError } from './toast.ts'

/** Leaves the page of a dog that is gone, then refreshes everything. Without `to` it stays on the page. */
export function useLeave(onDone: () => void, to?: string) {
  const navigate = useNavigate()
  const utils = trpc.useUtils()
  return (title: string) => {
    onDone()
    if (to !== undefined) void navigate(to, { replace: true })
    toast({ title, message: 'You can undo this in Settings.' })
    forgetPage()
    void utils.invalidate()
  }
}

/** Blocks a dog's owner. @param to the page to open then, if the current one is the dog's */
export function useBlock(onDone: () => void, to?: string) {
  const leave = useLeave(onDone, to)
  return trpc.blocks.create.useMutation({
    meta: { refresh: [] },
    onSuccess: ({ dog }: Block) => leave(`${isolate(dog.name)}'s owner is blocked`),
    onError: error => toastError(error, 'Failed to block'),
  })
}
