import type { Dog } from '@barkyard/domain/schemas/dog'
import type { ReactNode } from 'react'
import { ButtonLink } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Page } from '../../components/page.tsx'
import classes from './dog-columns.module.css'
import { DogPhotos } from './photos/dog-photos.tsx'

interface DogColumnsProps {
  dog: Dog
  children: ReactNode
  /** The main action. On a phone it stays within reach of the thumb. */
  action?: ReactNode
  after?: ReactNode
}

/** A dog's photos beside its description, or above it on a phone. */
export const DogColumns = ({ dog, children, action, after }: DogColumnsProps) => (
  <div className={classes.columns} data-photo-first={action ? true : undefined}>
    <DogPhotos dog={dog} />
    <div className={classes.facts}>
      {children}
      {action ? <div className={`foot ${classes.action}`}>{action}</div> : null}
      {after ? <div className={`stack-12 ${classes.after}`}>{after}</div> : null}
    </div>
  </div>
)

export const DogNotFound = () => (
  <Page title="Dog not found" back={{ to: '/sniff', label: 'Back to sniffing' }}>
    <EmptyState
      mood="nose-up"
      text="This profile may have been deleted."
      action={<ButtonLink to="/sniff">Sniff Dogs</ButtonLink>}
    />
  </Page>
)
