import { type ComponentType, useEffect, useState } from 'react'
import type { CreateFormProps } from './create-form.tsx'

// Kept outside React: `lazy` would remember a failed download for good, and suspending would remount the map.
let loaded: ComponentType<CreateFormProps> | null = null

/** Downloads the form with its map and calendar when first wanted. */
export function useCreateForm(wanted: boolean) {
  const [Form, setForm] = useState(() => loaded)
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    if (!wanted || Form || failed) return
    let current = true
    import('./create-form.tsx').then(
      module => {
        loaded = module.CreateForm
        if (current) setForm(() => module.CreateForm)
      },
      () => {
        if (current) setFailed(true)
      },
    )
    return () => {
      current = false
    }
  }, [wanted, Form, failed])

  return { Form, failed, retry: () => setFailed(false) }
}
