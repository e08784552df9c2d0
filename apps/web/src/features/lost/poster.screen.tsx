import { isolate } from '@barkyard/domain/isolate'
import { approachWords } from '@barkyard/domain/lost'
import type { OwnLost } from '@barkyard/domain/schemas/lost'
import { IconPrinter } from '@tabler/icons-react'
import { useMemo } from 'react'
import { createPortal } from 'react-dom'
import { Navigate, useParams } from 'react-router-dom'
import { encode } from 'uqr'
import { Loaded } from '../../components/loaded.tsx'
import { Page } from '../../components/page.tsx'
import { timeWords } from './ago-words.ts'
import { useOwnCase } from './data.ts'
import sheet from './lost.module.css'
import { posterUrl } from './own-case.tsx'
import { BigButton } from './parts.tsx'
import classes from './poster.module.css'
import { carWords } from './words.ts'

const TABS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** A QR code as one path, black on white whatever the theme. */
function QrCode({ text }: { text: string }) {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(text, { ecc: 'Q', border: 2 })
    const dots = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { size, path: dots.join('') }
  }, [text])
  return (
    <svg
      style={{ width: '28cqw', height: '28cqw' }}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code of the page where people say that they saw the dog"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

/** A poster for one sheet of paper, A4 or Letter. It never names the owner. @param url what its code opens */
function Poster({ lost, url }: { lost: OwnLost; url: string }) {
  const { dog, approach, wearing, lastSeenAt } = lost
  const car = carWords(dog)
  const phone = lost.showPhone ? lost.phone : null
  const address = url.replace(/^https?:\/\//, '')
  const photo = dog.photos[0]
  return (
    <div className={classes.paper}>
      <article className={`column ${classes.poster}`} aria-label={`Poster: ${isolate(dog.name)} is lost`}>
        <header>
          <p className={classes.lost}>Lost dog</p>
          <p className={classes.car}>
            <span>{car.name}</span> <span>{car.breed}</span>
          </p>
        </header>
        <div className={classes.middle}>
          {photo ? (
            <img
              className={classes.photo}
              src={photo.urlLarge}
              alt={isolate(dog.name)}
              style={photo.focus && { objectPosition: `${photo.focus.x * 100}% ${photo.focus.y * 100}%` }}
            />
          ) : null}
          <div className={`column shrinkable breakable ${classes.facts}`}>
            <div className={`column shrinkable breakable ${classes.words}`}>
              <p style={{ fontSize: '1.2em', fontWeight: 700, lineHeight: '1.2' }}>{approachWords(approach)}</p>
              <p>Last seen {timeWords(lastSeenAt)}</p>
              {wearing ? <p>Wears: {wearing}</p> : null}
            </div>
            {phone ? <p style={{ fontSize: '1.7em', fontWeight: 700, lineHeight: '1.1' }}>{phone}</p> : null}
            <div className={`center bold ${classes.scan}`}>
              <QrCode text={url} />
              <p>Seen {isolate(dog.name)}? Scan this, and say where. No account is needed.</p>
            </div>
          </div>
        </div>
        <ul className={classes.tabs} aria-label="To tear off">
          {TABS.map((tab, index) => (
            <li key={tab} aria-hidden={index > 0 || undefined}>
              <span style={{ fontSize: '1.3em', fontWeight: 700 }}>Lost: {car.name}</span>
              {phone ? <span>{phone}</span> : null}
              <span style={{ fontSize: '0.85em' }}>{address}</span>
            </li>
          ))}
        </ul>
      </article>
    </div>
  )
}

/** On paper there is the poster alone. The margins take the ground of the colour scheme. */
const PRINT = `@page { margin: 10mm }
@media print {
  html { color-scheme: light !important }
  html, body { background: #fff }
  body > :not(.poster-sheet) { display: none !important }
}
@media screen { .poster-sheet { display: none } }`

function PosterPage({ lost }: { lost: OwnLost }) {
  const name = isolate(lost.dog.name)
  const poster = <Poster lost={lost} url={posterUrl(lost.code)} />
  return (
    <div className={sheet.sheet}>
      <Page
        title={`Poster for ${name}`}
        subtitle="One sheet, A4 or Letter. Print ten, and hang them at eye level within the kilometre around the place."
        back={{ to: `/dog/${lost.dog.id}/lost`, label: 'Back to the search' }}
        width="narrow"
      >
        <div className="stack-16">
          {lost.phone && !lost.showPhone ? (
            <p className={sheet.box}>
              Your phone number is not on it. To add it, choose “Change what you said” in the search.
            </p>
          ) : null}
          {lost.state === 'open' ? null : (
            <p className={sheet.box}>The code works as soon as a moderator has opened the search.</p>
          )}
          <BigButton Icon={IconPrinter} onClick={() => window.print()}>
            Print
          </BigButton>
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
  return (
    <Loaded query={useOwnCase(id)} failed="We couldn't load this">
      {lost =>
        lost?.state === 'open' || lost?.state === 'waiting' ? (
          <PosterPage lost={lost} />
        ) : (
          <Navigate to={`/dog/${id}/lost`} replace />
        )
      }
    </Loaded>
  )
}
