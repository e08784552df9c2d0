import { describe, expect, it } from 'vitest'
import { type Deck, type DeckEvent, deckReducer, newDeck, onTop } from './swipe-deck.ts'

const pass: DeckEvent = { type: 'act', action: 'pass' }
const like: DeckEvent = { type: 'act', action: 'like' }
const superLike: DeckEvent = { type: 'act', action: 'super-like' }
const close: DeckEvent = { type: 'close-match' }
const after = (...events: DeckEvent[]): Deck => events.reduce(deckReducer, newDeck(3))

describe('deckReducer', () => {
  it('pass advances to the next dog', () => {
    expect(onTop(after(pass))).toBe(1)
    expect(after(pass).matched).toBe(false)
  })

  it.each([like, superLike])('$action opens the dialog over the same dog, and closing it advances', event => {
    expect(after(event)).toMatchObject({ matched: true })
    expect(onTop(after(event))).toBe(0)
    expect(after(event, close)).toMatchObject({ matched: false })
    expect(onTop(after(event, close))).toBe(1)
  })

  it('actions behind the dialog have no effect', () => {
    expect(after(like, pass, like)).toEqual(after(like))
  })

  it('ends after the last dog and starts over', () => {
    const end = after(pass, like, close, superLike, close)
    expect(end.actions).toEqual(['pass', 'like', 'super-like'])
    expect(onTop(end)).toBe(3)
    expect(deckReducer(end, pass)).toBe(end)
    expect(deckReducer(end, { type: 'start-over' })).toEqual(newDeck(3))
  })
})
