import type { Preferences, PreferencesEdit } from '@barkyard/domain/schemas/preferences'
import { useMutationState } from '@tanstack/react-query'
import { getMutationKey } from '@trpc/react-query'
import { trpc } from '../trpc.ts'
import { toast, toastError } from './toast.ts'

/** The preferences with the changes that are still being saved, so that no read in between shows an older state. */
export function usePreferences() {
  const query = trpc.preferences.get.useQuery(undefined, { staleTime: 0, throwOnError: false })
  const edits = useMutationState({
    filters: { mutationKey: getMutationKey(trpc.preferences.edit), status: 'pending' },
    select: ({ state }) => state.variables as PreferencesEdit,
  })
  return { ...query, data: query.data && edits.reduce(merged, query.data) }
}

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

/** Saves changes at once: shown before the server answers, taken back if it refuses. `saved`: the toast's words. */
export function useEditPreferences(failed = 'Failed to save this', saved?: (now: Preferences) => string) {
  const utils = trpc.useUtils()
  const { mutate } = trpc.preferences.edit.useMutation({
    // One after the other: two requests may overtake each other, and the older value would stay.
    scope: { id: 'edit-preferences' },
    meta: { refresh: [] },
    onSuccess: answer => {
      // Running reads may return the state before this change.
      void utils.preferences.get.cancel()
      utils.preferences.get.setData(undefined, answer)
      if (saved) toast({ title: saved(answer) })
    },
    onError: error => {
      toastError(error, failed)
      // The answer may have been lost on its way back.
      void utils.preferences.get.invalidate()
    },
  })
  return mutate
}
