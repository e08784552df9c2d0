import { isolate } from '@barkyard/domain/isolate'
import type { OwnLost } from '@barkyard/domain/schemas/lost'
import { IconPrinter } from '@tabler/icons-react'
import { createPortal } from 'react-dom'
import { Navigate, useParams } from 'react-router-dom'
import { Button } from '../../components/button.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { Spinner } from '../../components/loading.tsx'
import { Page } from '../../components/page.tsx'
import { useOwnCase } from './data.ts'
import classes from './lost.module.css'
import { posterUrl } from './own-case.tsx'
import { Poster } from './poster.tsx'

/** On paper there is the poster alone. */
const PRINT = `@page { margin: 10mm } @media print { body { background: #fff } body > :not(.poster-sheet) { display: none !important } }
@media screen { .poster-sheet { display: none } }`

function PosterPage({ lost }: { lost: OwnLost }) {
  const name = isolate(lost.dog.name)
  const poster = <Poster lost={lost} url={posterUrl(lost.code)} />
  return (
    <div className={classes.sheet}>
      <Page
        title={`Poster for ${name}`}
        subtitle="One sheet, A4 or Letter. Print ten, and hang them at eye level within the kilometre around the place."
        back={{ to: `/dog/${lost.dog.id}/lost`, label: 'Back to the search' }}
        width="narrow"
      >
        <div className="stack-16">
          {lost.phone && !lost.showPhone ? (
            <p className={classes.box}>
              Your phone number is not on it. To add it, choose “Change what you said” in the search.
            </p>
          ) : null}
          {lost.state === 'open' ? null : (
            <p className={classes.box}>The code works as soon as a moderator has opened the search.</p>
          )}
          <Button size="lg" fullWidth Icon={IconPrinter} onClick={() => window.print()}>
            Print
          </Button>
          {poster}
        </div>
      </Page>
      <style>{PRINT}</style>
      {createPortal(<div className="poster-sheet">{poster}</div>, document.body)}
    </div>
  )
}

export function Component() {
  const { id = '' } = useParams()
  const { data: lost, isError, refetch } = useOwnCase(id)
  if (lost === undefined)
    return isError ? <ErrorState title="We couldn't load this" onRetry={() => void refetch()} /> : <Spinner />
  if (lost?.state !== 'open' && lost?.state !== 'waiting') return <Navigate to={`/dog/${id}/lost`} replace />
  return <PosterPage lost={lost} />
}
