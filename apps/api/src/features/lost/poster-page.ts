import type { Poster } from '@barkyard/db/queries/lost/poster'
import { zoneAt } from '@barkyard/db/queries/parks/parks'
import {
  approachWords,
  SIGHTING_NOTE_MAX,
  SIGHTING_STATES,
  SIGHTING_WHERE_MAX,
  type SightingState,
} from '@barkyard/domain/lost'
import { parkDateLabel, parkTimeLabel } from '@barkyard/domain/park-time'
import { PHOTO_MAX_BYTES, PHOTO_THUMB_SIDE, PHOTO_TYPES } from '@barkyard/domain/photo'
import type { SIGHTING_AGES } from '@barkyard/domain/schemas/lost'
import { errorLine, field, fieldError, invalid } from '../../platform/http/form-page.ts'
import { escapeHtml, messagePage, pageShell } from '../../platform/http/page-shell.ts'

/** No search engine keeps the page: it is dead as soon as the dog is home. */
const HEAD = `<meta name="robots" content="noindex">
<style>
.face{display:block;width:100%;max-width:${PHOTO_THUMB_SIDE}px;aspect-ratio:1;object-fit:cover;border-radius:20px;margin:0 auto 16px}
dl{margin:0 0 16px}
dt{color:var(--quiet);font-size:.9375rem}
dd{margin:0 0 8px;overflow-wrap:anywhere}
.call{font-size:1.375rem;font-weight:600}
</style>`

const STATES: Record<SightingState, string> = {
  seen: 'I saw this dog',
  holding: 'I have this dog with me',
  injured: 'I saw this dog, and it is hurt',
}
const AGES: Record<keyof typeof SIGHTING_AGES, string> = {
  now: 'Just now',
  hour: 'About an hour ago',
  hours: 'About three hours ago',
  today: 'Earlier today',
}

interface PosterForm {
  code: string
  poster: Poster
  now: Date
  typed?: Readonly<Record<string, string>>
  error?: string | undefined
  fieldErrors?: Readonly<Record<string, string>>
}

/** The page behind the code on a poster: what helps to find the dog, and a form for who saw it. It works without JavaScript. */
export function posterPage({ code, poster, now, typed = {}, error, fieldErrors = {} }: PosterForm): string {
  const { name, breed, face, wearing, note, approach, phone, lastSeenAt, lat, lng } = poster
  const zone = zoneAt({ lat, lng })
  const map = `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=16/${lat}/${lng}`
  const facts: [string, string][] = [
    ['Breed', escapeHtml(breed)],
    ...(wearing === null ? [] : [['Wears', escapeHtml(wearing)] as [string, string]]),
    [
      'Last seen',
      `${parkDateLabel(lastSeenAt, now, zone)} at ${parkTimeLabel(lastSeenAt, zone)}, <a href="${escapeHtml(map)}" rel="noreferrer">here on the map</a>`,
    ],
    ['If you meet it', escapeHtml(approachWords(approach))],
    ...(note === null ? [] : [['Its owner says', escapeHtml(note).replaceAll('\n', '<br>')] as [string, string]]),
  ]
  const call =
    phone === null
      ? ''
      : `<p class="call"><a href="tel:${escapeHtml(phone.replaceAll(/[^+\d]/g, ''))}">Call ${escapeHtml(phone)}</a></p>`
  const says = (field: string) => ({ error: fieldErrors[field] })
  return pageShell(
    `${name} is lost`,
    `${face === null ? '' : `<img class="face" src="${escapeHtml(face)}" width="${PHOTO_THUMB_SIDE}" height="${PHOTO_THUMB_SIDE}" alt="Photo of ${escapeHtml(name)}">`}
  <dl>${facts.map(([label, value]) => `<dt>${label}</dt><dd>${value}</dd>`).join('')}</dl>
  ${call}
  <section>
  <h2>Did you see this dog?</h2>
  <p>Tell its owner. You need no account.</p>
  ${errorLine(error)}
  <form method="post" action="/api/lost/p/${escapeHtml(code)}" enctype="multipart/form-data">
    ${choices('What do you know?', 'state', SIGHTING_STATES, STATES, typed.state ?? 'seen')}
    ${field('Where was it? <small>street, park or crossing</small>', 'where', 'text', 'off', typed.where, `required maxlength="${SIGHTING_WHERE_MAX}"`, says('where'))}
    ${select('When was it?', 'ago', AGES, typed.ago ?? 'now')}
    <label>What else helps? <small>optional</small><textarea name="note" rows="3" maxlength="${SIGHTING_NOTE_MAX}"${invalid('note', fieldErrors.note)}>${escapeHtml(typed.note ?? '')}</textarea></label>${fieldError('note', fieldErrors.note)}
    ${field('Your phone number <small>optional, for the owner alone</small>', 'phone', 'tel', 'tel', typed.phone, 'maxlength="24"', says('phone'))}
    <label>A photo of the dog <small>please, if you have it with you; at most ${PHOTO_MAX_BYTES / 1024 / 1024} MB</small><input name="photo" type="file" accept="${PHOTO_TYPES.join()}"${invalid('photo', fieldErrors.photo)}></label>${fieldError('photo', fieldErrors.photo)}
    <button>Tell the owner</button>
  </form>
  <p class="quiet">Nobody honest asks you for money, or for a code from your phone.</p>
  </section>`,
    HEAD,
  )
}

const choices = <T extends string>(
  legend: string,
  name: string,
  values: readonly T[],
  words: Record<T, string>,
  chosen: string,
) =>
  `<fieldset><legend>${legend}</legend>${values
    .map(
      value =>
        `<label class="choice"><input type="radio" name="${name}" value="${value}"${value === chosen ? ' checked' : ''}>${words[value]}</label>`,
    )
    .join('')}</fieldset>`

const select = (label: string, name: string, words: Record<string, string>, chosen: string) =>
  `<label>${label}<select name="${name}">${Object.entries(words)
    .map(([value, text]) => `<option value="${value}"${value === chosen ? ' selected' : ''}>${text}</option>`)
    .join('')}</select></label>`

const TO_YARD = { label: 'Barkyard', href: '/' }

/** The page of a search that is over, with nothing about the dog. */
export const overPage = (isHome: boolean): string =>
  messagePage({
    title: isHome ? 'This dog is home' : 'This search has ended',
    text: isHome ? 'Thank you for looking out.' : 'Thank you for looking.',
    action: TO_YARD,
    head: HEAD,
  })

export const unknownPage = (): string =>
  messagePage({
    title: 'There is no such search',
    text: 'Please compare the address with the one on the poster.',
    action: TO_YARD,
    head: HEAD,
  })

export const thankYouPage = ({ name, phone }: Poster): string =>
  messagePage({
    title: 'Thank you',
    text: `The owner of ${name} has been told.${phone === null ? '' : ` If you have the dog with you, call ${phone}.`}`,
    action: TO_YARD,
    head: HEAD,
  })
