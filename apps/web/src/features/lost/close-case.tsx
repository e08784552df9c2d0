import { isolate } from '@barkyard/domain/isolate'
import { LOST_OUTCOMES, type LostOutcome } from '@barkyard/domain/lost'
import type { OwnLost } from '@barkyard/domain/schemas/lost'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Choices } from './choices.tsx'
import { useCloseCase } from './data.ts'
import { Panel } from './panel.tsx'
import { OUTCOME_WORDS } from './words.ts'

/** Asks how it ended, within the page: nothing to miss, nothing that closes by a touch beside it. */
export function CloseCase({ lost, onCancel }: { lost: OwnLost; onCancel: () => void }) {
  const name = isolate(lost.dog.name)
  const [outcome, setOutcome] = useState<LostOutcome>('found')
  const close = useCloseCase()
  return (
    <Panel title="How did it end?">
      <Choices
        legend="The search ends for everybody who was told, and the poster’s code stops working."
        options={LOST_OUTCOMES.map(value => ({ value, label: OUTCOME_WORDS[value](name) }))}
        chosen={outcome}
        onChoose={setOutcome}
      />
      <div className="stack-12">
        <Button size="lg" fullWidth loading={close.isPending} onClick={() => close.mutate({ id: lost.id, outcome })}>
          End the search
        </Button>
        <Button size="lg" fullWidth variant="default" aria-disabled={close.isPending} onClick={onCancel}>
          Keep searching
        </Button>
      </div>
    </Panel>
  )
}
