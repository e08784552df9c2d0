import type { Preferences, PreferencesEdit } from '@barkyard/domain/schemas/preferences'
import { toastError } from '../../lib/toast.ts'
import { queryClient, trpc } from '../../trpc.ts'

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
  }
}

const KEY = ['edit-preferences']

/** Saves what changed at once. The page shows it before the server has answered, and takes it back where that says no. */
export function useEditPreferences() {
  const utils = trpc.useUtils()
  const { mutate } = trpc.preferences.edit.useMutation({
    mutationKey: KEY,
    meta: { refresh: [] },
    onSuccess: answer => {
      // Of several on their way the last answer knows all.
      if (queryClient.isMutating({ mutationKey: KEY }) <= 1) utils.preferences.get.setData(undefined, answer)
    },
    onError: error => {
      toastError(error, 'Failed to save your notification settings')
      void utils.preferences.get.invalidate()
    },
  })
  return (edit: PreferencesEdit) => {
    // What is being read is from before it.
    void utils.preferences.get.cancel()
    utils.preferences.get.setData(undefined, before => before && merged(before, edit))
    mutate(edit)
  }
}
