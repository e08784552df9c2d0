import type { Dog } from '@barkyard/domain/schemas/dog'
import { useLocation } from 'react-router-dom'
import { ButtonLink } from '../../../components/button.tsx'
import classes from './my-dogs.module.css'

/** The id of the dog that the wizard has just made. The history state may be old or from another page. */
const madeIn = (state: unknown) => (typeof state === 'object' && state !== null && 'made' in state ? state.made : null)

/** After the wizard: offers to tell what others should know before they meet the dog. */
export function AskMore({ dogs }: { dogs: readonly Dog[] }) {
  const id = madeIn(useLocation().state)
  const dog = dogs.find(one => one.id === id)
  if (!dog || dog.neutered !== null || dog.careful.length > 0) return null
  return (
    <section className={classes.ask} aria-labelledby="ask">
      <div>
        <h2 id="ask" className={classes.askTitle}>
          What should others know about <bdi>{dog.name}</bdi>?
        </h2>
        <p>
          Is <bdi>{dog.name}</bdi> neutered? Careful with children, bikes, or big dogs? You can say so whenever you
          like.
        </p>
      </div>
      <ButtonLink to={`/dog/${dog.id}/edit#good-to-know`} state={{ from: '/my-dogs' }} variant="default">
        Good to know
      </ButtonLink>
    </section>
  )
}
