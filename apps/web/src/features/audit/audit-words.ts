import type { AuditEntry } from '@barkyard/domain/admin'
import { dogCountLabel } from '../../lib/words.ts'

/** What is done as somebody else's dog, by the call that does it. */
const AS_A_DOG: Record<string, string> = {
  message: 'Sent a message as the dog',
  'matches.bark': 'Barked as the dog',
  'messages.markSeen': 'Opened a chat as the dog',
  'playdates.create': 'Proposed a playdate as the dog',
  'playdates.answer': 'Answered a playdate as the dog',
  'dogs.create': 'Created a dog of their own, acting as the dog',
  'dogs.edit': 'Edited a dog, acting as the dog',
  'dogs.orderPhotos': 'Put a dog’s photos in order, acting as the dog',
  'dogs.delete': 'Deleted a dog, acting as the dog',
  'dogs.activate': 'Chose a dog of their own, acting as the dog',
  'photos.delete': 'Deleted a photo, acting as the dog',
  'location.set': 'Changed their own location, acting as the dog',
}

const WORDS: Record<string, string> = {
  'impersonation started': 'Started impersonating',
  'impersonation stopped': 'Stopped impersonating',
  'dog edited': 'Edited a dog',
  'dog deleted': 'Deleted a dog',
  'dog transferred': 'Transferred a dog',
  'photo added': 'Added a photo',
  'photo deleted': 'Deleted a photo',
}

const PREFIX = 'as a dog: '
const text = (value: unknown) => (typeof value === 'string' ? value : null)
const number = (value: unknown) => (typeof value === 'number' ? value : 0)
const texts = (value: unknown) => (Array.isArray(value) ? value.filter(one => typeof one === 'string') : [])

/** An entry's action in words; one that this page does not know is shown as it is stored. */
export function whatHappened({ action, detail }: AuditEntry): string {
  if (action.startsWith(PREFIX)) return AS_A_DOG[action.slice(PREFIX.length)] ?? action
  if (action === 'users deleted')
    return `Deleted ${number(detail.users).toLocaleString('en-US')} user(s) with ${dogCountLabel(number(detail.dogs))}`
  const fields = texts(detail.fields)
  const word = WORDS[action] ?? action
  return action === 'dog edited' && fields.length > 0 ? `${word} (${fields.join(', ')})` : word
}

/** Whom it concerned: the dog with its owner, or the users. */
export function onWhom({ action, detail }: AuditEntry): string | null {
  if (action === 'users deleted') {
    const emails = texts(detail.emails)
    const more = number(detail.users) - emails.length
    return emails.join(', ') + (more > 0 ? ` and ${more.toLocaleString('en-US')} more` : '')
  }
  const name = text(detail.name)
  if (name === null) return null
  if (action === 'dog transferred')
    return `${name}, from ${text(detail.from) ?? 'nobody'} to ${text(detail.to) ?? 'nobody'}`
  const owner = text(detail.owner)
  return owner === null ? name : `${name} of ${owner}`
}
