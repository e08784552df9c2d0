import type { Dog } from '@barkyard/domain/schemas/dog'
import { IconHeartFilled, IconStarFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { DogAvatar } from './dog-photo.tsx'
import classes from './match-dialog.module.css'
import type { Opened } from './mounted-when-opened.tsx'

const BUTTONS = { gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))', marginTop: 16 }
const STYLES = {
  header: { justifyContent: 'center', padding: '28px 24px 0', minHeight: 0 },
  title: { fontSize: 'var(--text-title)' },
  body: { padding: '20px 24px 24px', textAlign: 'center' },
} as const
/** The width of a face in CSS px. */
export const FACE = 128

interface MatchDialogProps extends Opened {
  own: Dog | null
  /** Null until the first match. The dialog is always rendered, or it could not return the focus. */
  other: { name: string; face: ReactNode } | null
  isStarred?: boolean
  first: ReactNode
  more?: ReactNode
}

export const MatchDialog = ({ opened, own, other, isStarred = false, first, more, onClose }: MatchDialogProps) => (
  // Not by a click outside: the second click of a double click would close it at once.
  <Dialog opened={opened} onClose={onClose} title="It's a Match!" keepsClicks withCloseButton={false} styles={STYLES}>
    {other ? (
      <div className="stack-16">
        <div className="line relative middle" aria-hidden="true">
          {own ? (
            <span className={`block ${classes.face}`}>
              <DogAvatar dog={own} size={FACE} />
            </span>
          ) : null}
          <span className={`block ${classes.face}`}>{other.face}</span>
          <span className={`disc ${classes.sign}`}>
            {isStarred ? <IconStarFilled size={22} /> : <IconHeartFilled size={22} />}
          </span>
        </div>
        <p className="text-lead">
          <bdi>{own?.name ?? 'Your dog'}</bdi> and <bdi>{other.name}</bdi> have matched.
        </p>
      </div>
    ) : null}
    <div className="stack-8" style={BUTTONS}>
      {first}
      <Button variant="default" onClick={onClose}>
        Keep Browsing
      </Button>
      {more}
    </div>
  </Dialog>
)
