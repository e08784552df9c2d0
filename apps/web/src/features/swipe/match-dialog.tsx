import '../../styles/mantine-dialog.css'
import { Modal } from '@mantine/core'
import { IconHeartFilled, IconStarFilled } from '@tabler/icons-react'
import { useActingDog } from '../../auth.ts'
import { Button } from '../../components/button.tsx'
import { DogAvatar } from '../../components/dog-photo.tsx'
import { Mantine } from '../../components/mantine.tsx'
import classes from './match-dialog.module.css'
import { pictureOf, type SampleDog } from './sample-dogs.ts'

const FACE = 128

export interface SampleMatch {
  dog: SampleDog
  superLiked: boolean
}

interface MatchDialogProps {
  opened: boolean
  /** Null until the first match. The dialog is always rendered, or it could not return the focus. */
  match: SampleMatch | null
  /** Called by both buttons and Escape, to advance to the next dog. */
  onClose: () => void
}

/** Shows a match. In the demo there is nobody to write to, so both buttons advance. */
export function MatchDialog({ opened, match, onClose }: MatchDialogProps) {
  const mine = useActingDog()
  return (
    <Mantine>
      <Modal
        opened={opened}
        onClose={onClose}
        title="It's a Match!"
        withCloseButton={false}
        // The second click of a double click would close it at once.
        closeOnClickOutside={false}
        size={420}
        classNames={{ header: classes.header ?? '', title: classes.title ?? '', body: classes.body ?? '' }}
      >
        {match ? (
          <>
            <div className={classes.faces} aria-hidden="true">
              {mine ? (
                <span className={classes.face}>
                  <DogAvatar dog={mine} size={FACE} />
                </span>
              ) : null}
              <span className={classes.face}>
                <img src={pictureOf(match.dog, 0)} alt="" width={FACE} height={FACE} />
              </span>
              <span className={classes.sign}>
                {match.superLiked ? <IconStarFilled size={22} /> : <IconHeartFilled size={22} />}
              </span>
            </div>
            <p className={classes.text}>
              {mine?.name ?? 'Your dog'} and {match.dog.name} have matched.
            </p>
          </>
        ) : null}
        <div className={classes.buttons}>
          <Button data-autofocus onClick={onClose}>
            Send Message
          </Button>
          <Button variant="default" onClick={onClose}>
            Keep Browsing
          </Button>
        </div>
      </Modal>
    </Mantine>
  )
}
