import { isolate } from '@barkyard/domain/isolate'
import { LOST_OUTCOMES, type LostOutcome, lostEndsAt, REACH_AFTER_MS, REACHES } from '@barkyard/domain/lost'
import type { OwnLost, Sighting } from '@barkyard/domain/schemas/lost'
import { useDidUpdate } from '@mantine/hooks'
import { IconCircleCheck, IconPrinter, IconShare } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { inPlace, lazyMap, lazyWithRetry } from '../../components/lazy-with-retry.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { distanceText, useUnits } from '../../lib/distance.ts'
import { copyText, share } from '../../lib/share.ts'
import { toast } from '../../lib/toast.ts'
import { useNow } from '../../lib/use-now.ts'
import { ReportCase } from '../../report-case.tsx'
import { agoWords, timeWords } from './ago-words.ts'
import { Checklist } from './checklist.tsx'
import { useChangeCase, useCloseCase, useSightings, useThank } from './data.ts'
import classes from './lost.module.css'
import { BigButton, BigLink, Call, Choices, Panel } from './parts.tsx'
import { OUTCOME_WORDS, SIGHTING_WORDS } from './words.ts'

const CaseMap = lazyMap(() => import('./case-map.tsx').then(module => module.CaseMap))
const EditCase = lazyWithRetry(() => import('./edit-case.tsx').then(module => module.EditCase), inPlace)

/** The page that the poster's code opens. */
export const posterUrl = (code: string) => `${location.origin}/api/lost/p/${code}`

function Wider({ lost }: { lost: OwnLost }) {
  const now = useNow()
  const units = useUnits()
  const { change, isPending } = useChangeCase(lost, 'More neighbours are being told')
  const next = REACHES.find(km => km > lost.reach)
  if (!next) return <p>Owners within {distanceText(lost.reach, units)} are told. That is as far as it goes.</p>
  const from = new Date(Date.parse(lost.beganAt) + REACH_AFTER_MS[next])
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
        <BigButton variant="default" pending={isPending && 'Telling...'} onClick={() => change({ reach: next })}>
          Wider: tell owners within {distanceText(next, units)}
        </BigButton>
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
    <BigButton variant="default" Icon={IconShare} onClick={() => void go()}>
      Share
    </BigButton>
  )
}

function Ends({ lost }: { lost: OwnLost }) {
  const { change, isPending } = useChangeCase(lost, 'The search stays open')
  // Renewed at its very end, it would end no later: 30 days after it began.
  const isLast = lostEndsAt(new Date(lost.beganAt), new Date(lost.endsAt)) <= new Date(lost.endsAt)
  return (
    <div className="stack-12">
      <p>The search is open until {timeWords(lost.endsAt)}. We remind you before it ends.</p>
      {isLast ? (
        <p>That is as long as a search can be open.</p>
      ) : (
        <BigButton variant="default" pending={isPending && 'Saving...'} onClick={() => change({ renew: true })}>
          Keep it open for three more days
        </BigButton>
      )}
    </div>
  )
}

const EVIDENCE = { width: 'min(100%, 320px)', borderRadius: 'var(--radius-control)' }

function SightingRow({ lost, sighting, number }: { lost: OwnLost; sighting: Sighting; number: number }) {
  const now = useNow()
  const thank = useThank()
  const point = useChangeCase(lost, 'This is the new point')
  const { at, lat, lng, where, state, note, photo, from, phone, thanked } = sighting
  const who = from ? isolate(from.firstName) : 'somebody without an account'
  return (
    <li className={`stack-8 ${classes.box}`}>
      <p className="bold">
        {number}. {SIGHTING_WORDS[state].said} {agoWords(at, now)}, says {who}
      </p>
      {where ? <p className="breakable">{where}</p> : null}
      {note ? <p className="breakable">{note}</p> : null}
      {photo ? <img style={EVIDENCE} src={photo} alt={`What ${who} saw`} loading="lazy" /> : null}
      {phone ? <Call phone={phone} /> : null}
      <div className="row-8">
        {lost.state === 'open' && lat !== null && lng !== null ? (
          <Button
            variant="default"
            aria-disabled={point.isPending}
            onClick={() => point.change({ lat, lng, lastSeenAt: at })}
          >
            Search from here
          </Button>
        ) : null}
        {from ? (
          <Button
            variant="default"
            aria-disabled={thanked || thank.isPending}
            onClick={() => thank.mutate({ id: sighting.id })}
          >
            {thanked ? 'Thanked' : 'Thank'}
          </Button>
        ) : null}
        <ReportCase about={{ sightingId: sighting.id }} title="Report this sighting" />
      </div>
    </li>
  )
}

const SightingList = ({ lost, sightings }: { lost: OwnLost; sightings: readonly Sighting[] }) =>
  sightings.length === 0 ? (
    <p>Nobody has seen {isolate(lost.dog.name)} yet. You are told at once, at any hour.</p>
  ) : (
    <ol className="stack-12">
      {sightings.map((sighting, index) => (
        <SightingRow key={sighting.id} lost={lost} sighting={sighting} number={index + 1} />
      ))}
    </ol>
  )

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
        <BigButton pending={close.isPending && 'Saving...'} onClick={() => close.mutate({ id: lost.id, outcome })}>
          End the search
        </BigButton>
        <BigButton variant="default" aria-disabled={close.isPending} onClick={onCancel}>
          Keep searching
        </BigButton>
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
  const sightings = useSightings(lost.id)
  // A panel that had the focus is gone.
  useDidUpdate(() => buttons.current?.focus(), [panel])
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
            <BigButton Icon={IconCircleCheck} onClick={() => setPanel('close')}>
              Found
            </BigButton>
          ) : null}
          <BigLink variant="default" to={`/dog/${lost.dog.id}/lost/poster`} Icon={IconPrinter}>
            Poster
          </BigLink>
          {isOpen ? (
            <>
              <ShareButton lost={lost} />
              <BigButton variant="default" onClick={() => setPanel('edit')}>
                Change what you said
              </BigButton>
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
