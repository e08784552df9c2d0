import { isolate } from '@barkyard/domain/isolate'
import { approachWords } from '@barkyard/domain/lost'
import type { OwnLost } from '@barkyard/domain/schemas/lost'
import { useMemo } from 'react'
import { encode } from 'uqr'
import { timeWords } from './ago-words.ts'
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
      className={classes.qr}
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
export function Poster({ lost, url }: { lost: OwnLost; url: string }) {
  const { dog, approach, wearing, lastSeenAt } = lost
  const car = carWords(dog)
  const phone = lost.showPhone ? lost.phone : null
  const address = url.replace(/^https?:\/\//, '')
  const photo = dog.photos[0]
  return (
    <div className={classes.paper}>
      <article className={classes.poster} aria-label={`Poster: ${isolate(dog.name)} is lost`}>
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
          <div className={classes.facts}>
            <div className={classes.words}>
              <p className={classes.approach}>{approachWords(approach)}</p>
              <p>Last seen {timeWords(lastSeenAt)}</p>
              {wearing ? <p>Wears: {wearing}</p> : null}
            </div>
            {phone ? <p className={classes.phone}>{phone}</p> : null}
            <div className={classes.scan}>
              <QrCode text={url} />
              <p>Seen {isolate(dog.name)}? Scan this, and say where. No account is needed.</p>
            </div>
          </div>
        </div>
        <ul className={classes.tabs} aria-label="To tear off">
          {TABS.map((tab, index) => (
            <li key={tab} aria-hidden={index > 0 || undefined}>
              <span className={classes.tabName}>Lost: {car.name}</span>
              {phone ? <span>{phone}</span> : null}
              <span className={classes.tabAddress}>{address}</span>
            </li>
          ))}
        </ul>
      </article>
    </div>
  )
}
