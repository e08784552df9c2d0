import { useWindowEvent } from '@mantine/hooks'
import { IconHeartFilled, IconStarFilled, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useActingDog } from '../../auth.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { FACE, MatchDialog } from '../../components/match-dialog.tsx'
import { Page } from '../../components/page.tsx'
import { useAsked } from '../../lib/use-asked.ts'
import { pictureOf, SAMPLE_DOGS, type SampleDog } from './sample-dogs.ts'
import classes from './swipe.module.css'
import { type Leave, StillCard, type SwipeAction, SwipeCard } from './swipe-card.tsx'

const BUTTONS = [
  { action: 'pass', label: 'Pass', key: '←', keyName: 'ArrowLeft', Icon: IconX, variant: 'default' },
  { action: 'super-like', label: 'Super like', key: '↑', keyName: 'ArrowUp', Icon: IconStarFilled, color: 'ball' },
  { action: 'like', label: 'Like', key: '→', keyName: 'ArrowRight', Icon: IconHeartFilled },
] as const

const FACE_STYLE = { width: FACE, height: FACE, borderRadius: '50%', objectFit: 'cover' } as const
const KEY = { padding: '2px 6px', borderRadius: 6, fontFamily: 'inherit' }

/** Elements that use arrow keys themselves: open menus, fields, photo carousels. */
const OWN_ARROWS = 'input, textarea, select, [role="menu"], [role="dialog"], [role="group"]'

/** Arrow keys for the three buttons, while the focus is on the body or inside the screen. */
const useSwipeKeys = (onAction: ((action: SwipeAction) => void) | null) =>
  useWindowEvent('keydown', event => {
    const action = BUTTONS.find(({ keyName }) => keyName === event.key)?.action
    // A key that is held down counts once.
    if (!action || !onAction || event.defaultPrevented || event.repeat) return
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const focus = document.activeElement
    const free = !focus || focus === document.body || focus.closest('main') !== null
    if (!free || focus?.closest(OWN_ARROWS)) return
    event.preventDefault()
    onAction(action)
  })

/** A demo with sample dogs. Actions are only stored in the page. */
export function Component() {
  const mine = useActingDog()
  /** What was done so far, in the order of the dogs: as many as are gone. */
  const [actions, setActions] = useState<readonly SwipeAction[]>([])
  const [leaving, setLeaving] = useState<(Leave & { dog: SampleDog }) | null>(null)
  const match = useAsked<{ dog: SampleDog; action: SwipeAction }>()
  const liked = match.subject?.dog ?? null
  const [announced, setAnnounced] = useState('')
  const stage = useRef<HTMLDivElement>(null)
  const [dog, second, third] = SAMPLE_DOGS.slice(actions.length)

  const leave = (action: SwipeAction, offset: number) => {
    if (!dog) return
    setActions([...actions, action])
    setLeaving({ dog, action, offset })
    const gone = action === 'pass' ? `Passed on ${dog.name}. ` : ''
    setAnnounced(`${gone}${second ? `Next: ${second.name}` : 'That was the last dog'}`)
  }
  const act = (action: SwipeAction, offset = 0) => {
    // A liked dog stays on top while its dialog is open.
    if (!dog || match.opened) return
    if (action === 'pass') leave(action, offset)
    else match.ask({ dog, action })
  }
  const closeMatch = () => {
    if (!match.opened) return
    match.close()
    leave(match.subject?.action ?? 'like', 0)
  }
  const startOver = () => {
    setLeaving(null)
    setAnnounced('')
    setActions([])
    stage.current?.focus({ preventScroll: true })
  }
  useSwipeKeys(dog && !match.opened ? act : null)

  // The buttons are removed with the last dog, so the focus goes to Start Over.
  const again = useRef<HTMLButtonElement>(null)
  const ended = dog === undefined
  useEffect(() => {
    if (ended) again.current?.focus({ preventScroll: true })
  }, [ended])

  return (
    <Page title="Swipe" hideTitle>
      <div ref={stage} tabIndex={-1} className={`line ${classes.stage}`}>
        <span className="visually-hidden" role="status">
          {announced}
        </span>
        {dog ? (
          <>
            <div className={classes.deck}>
              {third ? <StillCard key={third.id} dog={third} depth={2} /> : null}
              {second ? <StillCard key={second.id} dog={second} depth={1} /> : null}
              {[{ dog }, ...(leaving ? [{ dog: leaving.dog, gone: leaving }] : [])].map(card => (
                <SwipeCard key={card.dog.id} {...card} onSwipe={act} onGone={() => setLeaving(null)} />
              ))}
            </div>
            <div className={`line ${classes.buttons}`}>
              {BUTTONS.map(({ action, label, key, keyName, Icon, ...look }) => (
                <div key={action} className={`stack-8 ${classes.choice}`} style={{ justifyItems: 'center' }}>
                  <Button
                    {...look}
                    className={classes.button}
                    data-action={action}
                    aria-label={label}
                    aria-keyshortcuts={keyName}
                    onClick={() => act(action)}
                  >
                    <Icon size={32} stroke={3} aria-hidden="true" />
                  </Button>
                  <span className={`medium quiet text-small ${classes.hint}`} aria-hidden="true">
                    <kbd className="sunken" style={KEY}>
                      {key}
                    </kbd>{' '}
                    {label}
                  </span>
                </div>
              ))}
            </div>
          </>
        ) : (
          <EmptyState
            mood="nose-up"
            title="No more dogs nearby"
            text="Check back later or adjust your filters"
            action={
              <Button ref={again} onClick={startOver}>
                Start Over
              </Button>
            }
          />
        )}
      </div>
      <MatchDialog
        own={mine}
        other={liked && { name: liked.name, face: <img style={FACE_STYLE} src={pictureOf(liked, 0)} alt="" /> }}
        isStarred={match.subject?.action === 'super-like'}
        opened={match.opened}
        // In the demo there is nobody to write to, so both buttons advance.
        first={
          <Button data-autofocus onClick={closeMatch}>
            Send Message
          </Button>
        }
        onClose={closeMatch}
      />
    </Page>
  )
}
