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

/** Of what is nested each part changes alone. */
function merged(before: Preferences, edit: PreferencesEdit): Preferences {
  const kinds = structuredClone(before.kinds)
  for (const [kind, channels] of Object.entries(edit.kinds ?? {}))
    Object.assign(kinds[kind as keyof typeof kinds], channels)
  return Object.assign({ ...before }, edit, { kinds, reminders: { ...before.reminders, ...edit.reminders } })
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
