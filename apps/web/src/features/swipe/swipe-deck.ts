export type SwipeAction = 'pass' | 'super-like' | 'like'

/** The actions so far, in the order of the dogs. Their number is the position in the deck. */
export interface Deck {
  count: number
  actions: readonly SwipeAction[]
  /** Whether the last dog was liked and its dialog is open. */
  matched: boolean
}

export type DeckEvent = { type: 'act'; action: SwipeAction } | { type: 'close-match' } | { type: 'start-over' }

export const newDeck = (count: number): Deck => ({ count, actions: [], matched: false })

/** The index of the top dog; `count` or more at the end. A liked dog stays on top while its dialog is open. */
export const onTop = ({ actions, matched }: Deck) => actions.length - (matched ? 1 : 0)

/** Actions that are impossible at the moment (such as a second like behind the dialog) change nothing. */
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
