import { SIZES, type Size } from '@barkyard/domain/dog'
import {
  SERIES_WALKS_MAX,
  WALK_DOGS_MAX,
  WALK_DOGS_MIN,
  WALK_KIND_CODES,
  WALK_KINDS,
  type WalkKind,
} from '@barkyard/domain/walk'
import { NativeSelect } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useActingDog } from '../../auth.ts'
import { Check } from '../../components/check.tsx'
import { mountedWhenOpened, type Opened } from '../../components/mounted-when-opened.tsx'
import { PlanDialog } from '../../components/plan/plan-dialog.tsx'
import { termsOf } from '../../components/plan/plan-fields.ts'
import { Toggles } from '../../components/toggles.tsx'
import { useHostWalk } from './data.ts'

const COUNTS = Array.from({ length: WALK_DOGS_MAX - WALK_DOGS_MIN + 1 }, (_, index) => String(WALK_DOGS_MIN + index))
const USUAL = '6'

interface HostDialogProps extends Opened {
  onHosted: () => void
  park: string | null
  note: (whenTs: string | null) => ReactNode
}

export const HostDialog = mountedWhenOpened(({ opened, onClose, onHosted, note, park }: HostDialogProps) => {
  const dog = useActingDog()
  const [maxDogs, setMaxDogs] = useState(USUAL)
  const [sizes, setSizes] = useState<Size[]>([])
  const [kind, setKind] = useState<WalkKind>('play')
  const [isWeekly, setWeekly] = useState(false)
  const host = useHostWalk(() => {
    onClose()
    onHosted()
  })
  return (
    <PlanDialog
      title="Host an open walk"
      intro="Anyone can join, even owners you haven't matched with"
      matchId={null}
      opened={opened}
      onClose={onClose}
      form={{
        start: { title: dog ? `Walk with ${dog.name}` : '', date: null, time: null, park },
        pending: host.isPending,
        words: { submit: 'Open the walk', submitting: 'Opening...' },
        onSubmit: plan =>
          host.mutateAsync({
            ...termsOf(plan),
            sizes,
            kind,
            maxDogs: Number(maxDogs),
            repeats: isWeekly ? 'weekly' : null,
          }),
        note,
        children: (
          <>
            <Check
              checked={isWeekly}
              onChange={event => setWeekly(event.currentTarget.checked)}
              note={`At the same time, ${SERIES_WALKS_MAX} times at most. You can end it at any time.`}
            >
              Every week
            </Check>
            <NativeSelect
              label="What kind of walk?"
              description={WALK_KINDS[kind].means}
              data={WALK_KIND_CODES.map(code => ({ value: code, label: WALK_KINDS[code].name }))}
              value={kind}
              onChange={event => setKind(event.currentTarget.value as WalkKind)}
            />
            <NativeSelect
              label="How many dogs, at most?"
              description="Including yours"
              data={COUNTS}
              value={maxDogs}
              onChange={event => setMaxDogs(event.currentTarget.value)}
            />
            <Toggles
              title="For which sizes?"
              all={SIZES}
              chosen={sizes}
              onChange={setSizes}
              note={sizes.length === 0 ? 'Dogs of any size may join.' : null}
            />
          </>
        ),
      }}
    />
  )
})
