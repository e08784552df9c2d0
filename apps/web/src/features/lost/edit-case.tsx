import { isolate } from '@barkyard/domain/isolate'
import type { OwnLost } from '@barkyard/domain/schemas/lost'
import { useState } from 'react'
import { Mantine } from '../../components/mantine.tsx'
import { useChangeCase } from './data.ts'
import { draftOf, type LostDraft, problemsOf } from './draft.ts'
import { HelpsFields } from './helps-fields.tsx'
import { BigButton, Panel } from './parts.tsx'
import { PlaceField } from './place-field.tsx'
import { WhenField } from './when-field.tsx'

export function EditCase({ lost, onDone }: { lost: OwnLost; onDone: () => void }) {
  const name = isolate(lost.dog.name)
  const [start] = useState(() => draftOf(lost))
  const [draft, setDraft] = useState(start)
  const [isAsked, setAsked] = useState(false)
  const { change, isPending } = useChangeCase(lost, 'Saved', onDone)
  const edit = (changes: Partial<LostDraft>) => setDraft(now => ({ ...now, ...changes }))
  const save = () => {
    setAsked(true)
    if (Object.keys(problemsOf(draft)).length > 0) return
    // What was not changed here may have been changed in another window.
    const { place, key: _, ...said } = draft
    const changed = Object.entries(said).filter(([field, value]) => value !== start[field as keyof LostDraft])
    change({ ...(Object.fromEntries(changed) as Partial<typeof said>), ...(place !== start.place && place) })
  }
  return (
    <Mantine>
      <Panel title="Change what you said">
        <HelpsFields name={name} value={draft} problems={isAsked ? problemsOf(draft) : {}} onChange={edit} />
        <WhenField
          legend={`When was ${name} last seen?`}
          value={draft.lastSeenAt}
          onChange={lastSeenAt => edit({ lastSeenAt })}
        />
        <PlaceField
          legend={`Where was ${name} last seen?`}
          value={draft.place}
          onChange={place => edit({ place })}
          problem={null}
        />
        <div className="stack-12">
          <BigButton pending={isPending && 'Saving...'} onClick={save}>
            Save
          </BigButton>
          <BigButton variant="default" aria-disabled={isPending} onClick={onDone}>
            Leave it as it was
          </BigButton>
        </div>
      </Panel>
    </Mantine>
  )
}
