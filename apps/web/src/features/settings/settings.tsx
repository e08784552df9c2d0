import type { ReactNode } from 'react'
import { EmptyState } from '../../components/empty-state.tsx'
import { Mantine } from '../../components/mantine.tsx'
import { Page } from '../../components/page.tsx'
import classes from './settings.module.css'

/** The settings. @param props.children the cards of several features. */
export const Settings = ({ children }: { children: ReactNode }) => (
  <Page title="Settings" width="narrow">
    <div className={classes.cards}>
      <Mantine>{children}</Mantine>
      <div className={classes.card}>
        <EmptyState
          title="Settings Coming Soon"
          text="We're still digging. The switch for day and night is already at the top."
        />
      </div>
    </div>
  </Page>
)
