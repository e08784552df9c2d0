import { Button } from '../../../components/button.tsx'
import { Phrases } from '../phrases.tsx'
import { type PlanMovesOptions, usePlanMoves } from '../use-plan-moves.tsx'
import classes from './plan-card.module.css'

/** What the rules allow for a playdate now. Late and here stand above the field, where the thumb is: see PlanStrip. */
export function PlanMoves(props: PlanMovesOptions) {
  const moves = usePlanMoves(props)
  if (!moves) return null
  const { may, isAgreed, common, answer, suggest, cancel, offer, dialogs } = moves
  const more = [suggest, cancel, offer].filter(move => move !== null)
  return (
    <>
      {isAgreed && !may({ type: 'here' }) && may({ type: 'phrase', phrase: 'thank-you' }) ? (
        <Phrases {...common} />
      ) : null}
      {answer}
      {more.length > 0 ? (
        <div className={classes.more}>
          {more.map(move => (
            <Button
              key={move.label}
              variant="subtle"
              size="sm"
              {...(move === cancel && { color: 'collar' })}
              aria-describedby={props.about}
              onClick={move.onChoose}
            >
              {move.label}
            </Button>
          ))}
        </div>
      ) : null}
      {dialogs}
    </>
  )
}
