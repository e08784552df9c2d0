import { isolate } from '@barkyard/domain/isolate'
import { approachWords } from '@barkyard/domain/lost'
import type { Lost } from '@barkyard/domain/schemas/lost'
import { IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { ButtonLink } from '../../components/button.tsx'
import { CollarTag } from '../../components/collar-tag.tsx'
import { DogPhoto } from '../../components/dog-photo.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { inPlace, lazyMap, lazyWithRetry } from '../../components/lazy-with-retry.tsx'
import { Spinner } from '../../components/loading.tsx'
import { Page } from '../../components/page.tsx'
import { distanceText, useUnits } from '../../lib/distance.ts'
import { useNow } from '../../lib/use-now.ts'
import { ReportCase } from '../../report-case.tsx'
import { errorStatus, trpc } from '../../trpc.ts'
import { agoWords } from './ago-words.ts'
import classes from './lost.module.css'
import { BigButton, BigLink } from './parts.tsx'
import { endWords } from './words.ts'

const CaseMap = lazyMap(() => import('./case-map.tsx').then(module => module.CaseMap))
const SightingForm = lazyWithRetry(() => import('./sighting-form.tsx').then(module => module.SightingForm), inPlace)

const BACK = { to: '/lost', label: 'Lost dogs nearby' }

function OpenCase({ lost }: { lost: Lost }) {
  const now = useNow()
  const units = useUnits()
  const [isTelling, setTelling] = useState(false)
  return (
    <>
      <div className="stack-12">
        <p>
          <CollarTag tone="loud" className="text-name">
            Lost
          </CollarTag>
        </p>
        <p className="text-lead">{lost.dog.breed}</p>
        <p className="text-name bold" style={{ lineHeight: 1.3 }}>
          {approachWords(lost.approach)}
        </p>
        <p>
          Last seen {agoWords(lost.lastSeenAt, now)}
          {lost.distance === null ? '' : `, ${distanceText(lost.distance, units)} from you`}.
        </p>
        {lost.wearing ? <p className="breakable">Wears: {lost.wearing}</p> : null}
        {lost.note ? <p className="breakable">{lost.note}</p> : null}
      </div>
      {isTelling ? (
        <SightingForm lost={lost} onCancel={() => setTelling(false)} />
      ) : (
        <BigButton Icon={IconEye} onClick={() => setTelling(true)}>
          I saw this dog
        </BigButton>
      )}
      {isTelling ? null : <CaseMap lost={lost} />}
      <p className={classes.report}>
        <ReportCase about={{ lostId: lost.id }} title="Report this search" />
      </p>
    </>
  )
}

/** A lost dog nearby (/lost/{id}): how to approach it, and "I saw this dog". One's own leads to its own page. */
export function Component() {
  const { id = '' } = useParams()
  const { data: lost, error } = trpc.lost.get.useQuery({ id })
  if (errorStatus(error) === 404)
    return (
      <Page title="Search not found" back={BACK} width="narrow">
        <EmptyState
          mood="nose-up"
          text="It may be over, or it is not for you to see."
          action={<ButtonLink to="/lost">Lost dogs nearby</ButtonLink>}
        />
      </Page>
    )
  if (!lost) return <Spinner />
  if (lost.code !== undefined) return <Navigate to={`/dog/${lost.dog.id}/lost`} replace />
  const isOpen = lost.state === 'open'
  return (
    <div className={classes.sheet}>
      <Page title={isOpen ? `${isolate(lost.dog.name)} is lost` : endWords(lost)} back={BACK} width="narrow">
        <div className="stack-24">
          <DogPhoto
            dog={lost.dog}
            photo={lost.dog.photos[0]}
            name={lost.dog.name}
            sizes="(max-width: 48em) 92vw, 680px"
            priority
            className={classes.photo}
          />
          {isOpen ? (
            <OpenCase key={id} lost={lost} />
          ) : (
            <>
              <p>Thank you for looking out.</p>
              <BigLink to="/doghouse">Back to the doghouse</BigLink>
            </>
          )}
        </div>
      </Page>
    </div>
  )
}
