import { ageLabel } from '@barkyard/domain/dog'
import { isolate } from '@barkyard/domain/isolate'
import type { Dog } from '@barkyard/domain/schemas/dog'
import { useEffect, useState } from 'react'
import { canShare, copyText, saveFile, share, useInviteLink } from '../../lib/share.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { ErrorState } from '../error-state.tsx'
import { Spinner } from '../loading.tsx'
import { mountedWhenOpened, type Opened } from '../mounted-when-opened.tsx'
import { drawCard } from './draw-card.ts'

const PICTURE = { width: 'min(100%, 280px)', height: 'auto', marginInline: 'auto' }

interface Shared {
  dog: Dog
  match: Dog | undefined
}

interface Drawn {
  file: File
  url: string
}

/** Draws the picture on this device. null: not yet; 'failed': the photo could not be loaded or drawn. */
function usePicture(dog: Dog, match: Dog | undefined): { picture: Drawn | 'failed' | null; again: () => void } {
  const [picture, setPicture] = useState<Drawn | 'failed' | null>(null)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try draws
  useEffect(() => {
    let url: string | null = null
    let isHere = true
    const show = (blob: Blob | null) => {
      if (!isHere) return
      if (!blob) return setPicture('failed')
      url = URL.createObjectURL(blob)
      setPicture({ url, file: new File([blob], 'dog.jpg', { type: 'image/jpeg' }) })
    }
    setPicture(null)
    drawCard(dog, match).then(show, () => show(null))
    return () => {
      isHere = false
      if (url) URL.revokeObjectURL(url)
    }
  }, [dog, match, tries])
  return { picture, again: () => setTries(count => count + 1) }
}

/** "Meet Nori: Corgi, 3 years, playful and shy." */
const introduce = ({ name, breed, ageYears, temperament }: Dog) =>
  `Meet ${isolate(name)}: ${[breed, ageLabel(ageYears), temperament.join(' and ')].filter(Boolean).join(', ')}.`

function Content({ dog, match }: Shared) {
  const { picture, again } = usePicture(dog, match)
  const link = useInviteLink()
  const told = match ? `${isolate(dog.name)} and ${isolate(match.name)} have matched.` : introduce(dog)
  const words = link ? `${told} Come and play: ${link}` : told
  if (picture === 'failed') return <ErrorState title="We couldn't draw the picture" onRetry={again} />
  if (!picture) return <Spinner label="Drawing the picture" />
  const sheet = { files: [picture.file], text: words }
  const save = () => saveFile(picture.file, 'dog.jpg')
  const copy = async () => {
    if (await copyText(words)) toast({ title: 'Words copied' })
    else toast({ title: "Your browser didn't let us copy", message: 'Select the words and copy them.' })
  }
  const openSheet = async () => {
    if ((await share(sheet)) === 'cannot') save()
  }
  return (
    <>
      <img className="card" style={PICTURE} src={picture.url} alt={told} width={1080} height={1350} />
      <p className="breakable">{words}</p>
      <div className="row-12">
        {canShare(sheet) ? <Button onClick={() => void openSheet()}>Share</Button> : null}
        <Button variant="default" onClick={save}>
          Save picture
        </Button>
        <Button variant="default" onClick={() => void copy()}>
          Copy text
        </Button>
      </div>
    </>
  )
}

/** A picture of one's own dog, or of it and its match, and words about it, for the share sheet. There is no public page behind them. */
export const ShareDialog = mountedWhenOpened(({ dog, match, opened, onClose }: Opened & Shared) => (
  <Dialog
    opened={opened}
    onClose={onClose}
    title={`Share ${match ? `${isolate(dog.name)} and ${isolate(match.name)}` : isolate(dog.name)}`}
  >
    <div className="stack-16" style={{ paddingBottom: 8 }}>
      {opened ? <Content dog={dog} match={match} /> : null}
    </div>
  </Dialog>
))
