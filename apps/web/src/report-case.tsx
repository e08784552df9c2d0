import { useState } from 'react'
import { Button } from './components/button.tsx'
import { lazyDialog } from './components/lazy-with-retry.tsx'

const ReportDialog = lazyDialog(() =>
  import('./features/reports/report-dialog.tsx').then(module => module.ReportDialog),
)

export function ReportCase({ about, title }: { about: { lostId: string } | { sightingId: string }; title: string }) {
  const [isOpen, setOpen] = useState<boolean | null>(null)
  return (
    <>
      <Button variant="subtle" color="collar" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {title}
      </Button>
      {isOpen === null ? null : (
        <ReportDialog
          about={about}
          title={title}
          attached="What is written there is attached."
          opened={isOpen}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
