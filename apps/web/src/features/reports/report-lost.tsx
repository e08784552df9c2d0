import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { mountedWhenOpened } from '../../components/mounted-when-opened.tsx'
import { ReportSteps } from './report-dog.tsx'

interface ReportLostProps {
  about: { lostId: string } | { sightingId: string }
  title: string
  opened: boolean
  onClose: () => void
}

/** Reports the search for a lost dog, or a sighting of one. */
export const ReportLost = mountedWhenOpened(({ about, title, opened, onClose }: ReportLostProps) => (
  <Dialog opened={opened} onClose={onClose} title={title} keepsClicks>
    {opened ? (
      <ReportSteps
        about={about}
        attached="What is written there is attached."
        sent={
          <div className="stack-16" role="status">
            <p>
              Thank you. A moderator will read your report and decide. Nobody is told who reported. We'll let you know
              whether anything was done.
            </p>
            <div className="row-12 end">
              <Button onClick={onClose}>Done</Button>
            </div>
          </div>
        }
        onClose={onClose}
      />
    ) : null}
  </Dialog>
))
