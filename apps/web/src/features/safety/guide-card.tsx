import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { SafetyGuide } from '../../components/safety-guide.tsx'
import { Card } from '../../components/settings-card.tsx'
import classes from './safety.module.css'

/** The link to the safety guide in the settings. */
export function GuideCard() {
  const [isOpened, setOpened] = useState(false)
  return (
    <Card title="Safety">
      <div className={classes.row}>
        <p className={classes.words}>How to meet safely, and what to do when something goes wrong.</p>
        <Button variant="default" onClick={() => setOpened(true)}>
          Read the safety guide
        </Button>
      </div>
      <Dialog opened={isOpened} onClose={() => setOpened(false)} title="Safety guide" size="lg">
        <SafetyGuide />
      </Dialog>
    </Card>
  )
}
