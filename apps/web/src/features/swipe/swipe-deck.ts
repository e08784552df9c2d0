export type SwipeAction = 'pass' | 'super-like' | 'like'

/** What was done with the dogs so far, in their order: the record is also the place in the deck. */
export interface Deck {
  count: number
  actions: readonly SwipeAction[]
  /** The last dog was liked and its dialog is open. */
  matched: boolean
}

export type DeckEvent = { type: 'act'; action: SwipeAction } | { type: 'close-match' } | { type: 'start-over' }

export const newDeck = (count: number): Deck => ({ count, actions: [], matched: false })

/** The dog on top; `count` and above when there are none left. While its dialog is open the liked dog stays. */
export const onTop = ({ actions, matched }: Deck) => actions.length - (matched ? 1 : 0)

/** What makes no sense at the moment (a second like behind the dialog, say) changes nothing. */
export function deckReducer(deck: Deck, event: DeckEvent): Deck {
  switch (event.type) {
    case 'act':
      if (deck.matched || deck.actions.length >= deck.count) return deck
      return { ...deck, actions: [...deck.actions, event.action], matched: event.action !== 'pass' }
    case 'close-match':
      return { ...deck, matched: false }
    case 'start-over':
      return newDeck(deck.count)
  }
}
