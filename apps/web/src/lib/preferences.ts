import type { Preferences, PreferencesEdit } from '@barkyard/domain/schemas/preferences'
import { queryClient, trpc } from '../trpc.ts'
import { toast, toastError } from './toast.ts'

export const usePreferences = () => trpc.preferences.get.useQuery(undefined, { staleTime: 0, throwOnError: false })

function merged(before: Preferences, edit: PreferencesEdit): Preferences {
  const kinds = { ...before.kinds }
  for (const kind of Object.keys(kinds) as (keyof typeof kinds)[]) {
    const { push = kinds[kind].push, mail = kinds[kind].mail } = edit.kinds?.[kind] ?? {}
    kinds[kind] = { push, mail }
  }
  const { day = before.reminders.day, hours = before.reminders.hours } = edit.reminders ?? {}
  return {
    timeZone: edit.timeZone ?? before.timeZone,
    quiet: edit.quiet === undefined ? before.quiet : edit.quiet,
    kinds,
    reminders: { day, hours },
    digest: edit.digest ?? before.digest,
    units: edit.units ?? before.units,
    showFirstName: edit.showFirstName ?? before.showFirstName,
    showTyping: edit.showTyping ?? before.showTyping,
    walksNearKm: edit.walksNearKm === undefined ? before.walksNearKm : edit.walksNearKm,
  }
}

const KEY = ['edit-preferences']

/**
 * Saves changes at once. The page shows them before the server answers, and reverts them if it refuses.
 * @param saved the toast's words for what is stored then. Default: none
 */
export function useEditPreferences(failed = 'Failed to save this', saved?: (now: Preferences) => string) {
  const utils = trpc.useUtils()
  const { mutate } = trpc.preferences.edit.useMutation({
    mutationKey: KEY,
    // One after the other: two requests may overtake each other, and the older value would stay.
    scope: { id: KEY.join() },
    meta: { refresh: [] },
    onSuccess: answer => {
      // If several changes are being saved, only the last answer contains all of them.
      if (queryClient.isMutating({ mutationKey: KEY }) <= 1) utils.preferences.get.setData(undefined, answer)
      if (saved) toast({ title: saved(answer) })
    },
    onError: error => {
      toastError(error, failed)
      void utils.preferences.get.invalidate()
    },
  })
  return (edit: PreferencesEdit) => {
    // Cancel running reads, because they return the state before this change.
    void utils.preferences.get.cancel()
    utils.preferences.get.setData(undefined, before => before && merged(before, edit))
    mutate(edit)
  }
}
