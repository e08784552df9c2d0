import type { Dog } from '@barkyard/domain/schemas/dog'
import type { Match } from '@barkyard/domain/schemas/match'
import { ButtonLink } from '../../components/button.tsx'
import { DogAvatar } from '../../components/dog-photo.tsx'
import { FACE, MatchDialog } from '../../components/match-dialog.tsx'
import { mountedWhenOpened, type Opened } from '../../components/mounted-when-opened.tsx'
import { ShareButton } from '../../components/share/share-button.tsx'

type MomentDialogProps = Opened & { match: Match; dog: Dog }

export const MomentDialog = mountedWhenOpened(({ match, dog, opened, onClose }: MomentDialogProps) => (
  <MatchDialog
    opened={opened}
    onClose={onClose}
    own={dog}
    other={{ name: match.otherDog.name, face: <DogAvatar dog={match.otherDog} size={FACE} /> }}
    first={
      <ButtonLink data-autofocus to={`/bark-chat/${match.id}`} onClick={onClose}>
        Send Message
      </ButtonLink>
    }
    more={
      <>
        <ShareButton dog={dog} match={match.otherDog} />
        <ButtonLink variant="subtle" to={`/playdates?match=${match.id}&plan`} onClick={onClose}>
          Plan a playdate
        </ButtonLink>
      </>
    }
  />
))
