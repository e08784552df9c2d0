import { isolate } from '@barkyard/domain/isolate'
import { LOST_OUTCOMES, type LostOutcome, REACH_AFTER_MS, REACHES } from '@barkyard/domain/lost'
import type { OwnLost } from '@barkyard/domain/schemas/lost'
import { IconCircleCheck, IconPrinter, IconShare } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Button, ButtonLink } from '../../components/button.tsx'
import { lazyMap } from '../../components/lazy-map.tsx'
import { lazyWithRetry } from '../../components/lazy-with-retry.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Spinner } from '../../components/loading.tsx'
import { distanceText, useUnits } from '../../lib/distance.ts'
import { copyText, share } from '../../lib/share.ts'
import { toast } from '../../lib/toast.ts'
import { useNow } from '../../lib/use-now.ts'
import { agoWords, timeWords } from './ago-words.ts'
import { Checklist } from './checklist.tsx'
import { Choices } from './choices.tsx'
import { useChangeCase, useCloseCase, useSightings } from './data.ts'
import classes from './lost.module.css'
import { Panel } from './panel.tsx'
import { SightingList } from './sighting-list.tsx'
import { OUTCOME_WORDS } from './words.ts'

const CaseMap = lazyMap(() => import('./case-map.tsx').then(module => module.CaseMap))
const EditCase = lazyWithRetry(() => import('./edit-case.tsx').then(module => module.EditCase), {
  waiting: <Spinner />,
})

/** The page that the poster's code opens. */
export const posterUrl = (code: string) => `${location.origin}/api/lost/p/${code}`

function Wider({ lost }: { lost: OwnLost }) {
  const now = useNow()
  const units = useUnits()
  const { change, isPending } = useChangeCase(lost, 'More neighbours are being told')
  const next = REACHES.find(km => km > lost.reach)
  if (!next) return <p>Owners within {distanceText(lost.reach, units)} are told. That is as far as it goes.</p>
  const from = new Date(Date.parse(lost.createdAt) + REACH_AFTER_MS[next])
  const isEarly = now < from
  return (
    <>
      <p>
        Owners within {distanceText(lost.reach, units)} are told.
        {isEarly
          ? ` From ${timeWords(from.toISOString())} you can tell those within ${distanceText(next, units)}.`
          : ''}
      </p>
      {isEarly ? null : (
        <Button
          size="lg"
          fullWidth
          variant="default"
          pending={isPending && 'Telling...'}
          onClick={() => change({ reach: next })}
        >
          Wider: tell owners within {distanceText(next, units)}
        </Button>
      )}
    </>
  )
}

function ShareButton({ lost }: { lost: OwnLost }) {
  const url = posterUrl(lost.code)
  const text = `${isolate(lost.dog.name)} (${lost.dog.breed}) is lost. Please look out, and say here where you saw the dog:`
  const go = async () => {
    if ((await share({ text, url })) !== 'cannot') return
    if (await copyText(`${text} ${url}`)) toast({ title: 'Copied', message: 'Paste it wherever neighbours read it.' })
    else toast({ title: 'Share this address', message: url, duration: 30_000 })
  }
  return (
    <Button size="lg" fullWidth variant="default" Icon={IconShare} onClick={() => void go()}>
      Share
    </Button>
  )
}

function Ends({ lost }: { lost: OwnLost }) {
  const { change, isPending } = useChangeCase(lost, 'The search stays open')
  return (
    <div className="stack-12">
      <p>The search is open until {timeWords(lost.endsAt)}. We remind you before it ends.</p>
      <Button
        variant="default"
        size="lg"
        fullWidth
        pending={isPending && 'Saving...'}
        onClick={() => change({ renew: true })}
      >
        Keep it open for three more days
      </Button>
    </div>
  )
}

/** Asks how it ended, within the page: nothing to miss, nothing that closes by a touch beside it. */
function CloseCase({ lost, onCancel }: { lost: OwnLost; onCancel: () => void }) {
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
        <Button
          size="lg"
          fullWidth
          pending={close.isPending && 'Saving...'}
          onClick={() => close.mutate({ id: lost.id, outcome })}
        >
          End the search
        </Button>
        <Button size="lg" fullWidth variant="default" aria-disabled={close.isPending} onClick={onCancel}>
          Keep searching
        </Button>
      </div>
    </Panel>
  )
}

export function OwnCase({ lost }: { lost: OwnLost }) {
  const now = useNow()
  const name = isolate(lost.dog.name)
  const isOpen = lost.state === 'open'
  const [panel, setPanel] = useState<'close' | 'edit' | null>(null)
  const buttons = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(false)
  const sightings = useSightings(lost.id)
  useEffect(() => {
    // The panel had the focus, and is gone.
    if (wasOpen.current && panel === null) buttons.current?.focus()
    wasOpen.current = panel !== null
  }, [panel])
  if (panel === 'close') return <CloseCase lost={lost} onCancel={() => setPanel(null)} />
  if (panel === 'edit') return <EditCase lost={lost} onDone={() => setPanel(null)} />
  return (
    <div className={classes.case}>
      <div className={`stack-16 ${classes.part}`}>
        {isOpen ? null : (
          <p className={classes.box} role="status">
            A moderator looks at this first. You are told as soon as the neighbours are. Until then nobody else sees it,
            and the poster’s code does not work yet. The list below helps already.
          </p>
        )}
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
        <div ref={buttons} tabIndex={-1} role="group" aria-label="What now" className={`stack-12 ${classes.buttons}`}>
          {isOpen ? (
            <Button size="lg" fullWidth Icon={IconCircleCheck} onClick={() => setPanel('close')}>
              Found
            </Button>
          ) : null}
          <ButtonLink size="lg" fullWidth variant="default" to={`/dog/${lost.dog.id}/lost/poster`} Icon={IconPrinter}>
            Poster
          </ButtonLink>
          {isOpen ? (
            <>
              <ShareButton lost={lost} />
              <Button size="lg" fullWidth variant="default" onClick={() => setPanel('edit')}>
                Change what you said
              </Button>
            </>
          ) : null}
        </div>
        {isOpen ? (
          <>
            <Wider lost={lost} />
            <Ends lost={lost} />
          </>
        ) : null}
      </div>
      <div className={`stack-16 ${classes.part} ${classes.seen}`}>
        <h2 className="text-name">Where {name} was seen</h2>
        <p>Last seen {agoWords(lost.lastSeenAt, now)}.</p>
        <CaseMap lost={lost} sightings={sightings.data ?? []} />
        <section aria-label="Sightings">
          <Loaded query={sightings} failed="We couldn't load the sightings" rows={2}>
            {all => <SightingList lost={lost} sightings={all} />}
          </Loaded>
        </section>
      </div>
      <Checklist lost={lost} />
    </div>
  )
}
