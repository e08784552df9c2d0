import { useCallback, useEffect, useRef, useState } from 'react'
import { serverErrorOf } from '../../../lib/errors.ts'
import { toast, toastError } from '../../../lib/toast.ts'
import { trpc } from '../../../trpc.ts'
import { forgetPhoto } from '../data.ts'

/** How long a deleted photo can be brought back, in ms. */
const UNDO_WITHIN = 6_000

/** Not over tRPC: this call outlives its page. */
async function deletePhoto(id: string): Promise<void> {
  const answer = await fetch(`/api/photos/${id}`, { method: 'DELETE', keepalive: true })
  if (!answer.ok) throw serverErrorOf(answer.status, await answer.text(), answer.statusText)
}

interface Pending {
  id: string
  timer: ReturnType<typeof setTimeout>
  notice: ReturnType<typeof toast>
}

/**
 * Deletes photos, one at a time, some seconds after they have gone from the page: until then they can be brought back.
 * Leaving the page deletes at once.
 * @param onChange called after a photo has gone or come back: the focused button has gone with it
 */
export function usePhotoRemoval(onChange: () => void) {
  const utils = trpc.useUtils()
  const [hidden, setHidden] = useState<readonly string[]>([])
  const pending = useRef<Pending | null>(null)

  const show = useCallback((id: string) => setHidden(ids => ids.filter(one => one !== id)), [])

  /** Ends the time in which the last photo can be brought back. Resolves once it is deleted. */
  const settle = useCallback(async () => {
    const going = pending.current
    if (!going) return
    pending.current = null
    clearTimeout(going.timer)
    going.notice.dismiss()
    forgetPhoto(going.id)
    try {
      await deletePhoto(going.id)
    } catch (error) {
      toastError(error, 'Failed to delete photo')
    }
    await utils.invalidate()
    show(going.id)
  }, [utils, show])

  const undo = (id: string) => {
    if (pending.current?.id !== id) return
    clearTimeout(pending.current.timer)
    pending.current = null
    show(id)
    onChange()
  }

  const remove = (id: string) => {
    void settle()
    setHidden(ids => [...ids, id])
    pending.current = {
      id,
      timer: setTimeout(() => void settle(), UNDO_WITHIN),
      notice: toast({
        title: 'Photo deleted successfully',
        action: { label: 'Undo', onClick: () => undo(id) },
        duration: UNDO_WITHIN,
      }),
    }
    onChange()
  }

  useEffect(() => {
    const leave = () => void settle()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [settle])

  return { hidden, remove, settle }
}
