import { useState } from 'react'

/** What a dialog is about. It is kept while the closed dialog fades out. */
export function useAsked<Subject>() {
  const [subject, setSubject] = useState<Subject | null>(null)
  const [opened, setOpened] = useState(false)
  return {
    subject,
    opened,
    ask: (next: Subject) => {
      setSubject(next)
      setOpened(true)
    },
    close: () => setOpened(false),
  }
}
