import type { ReactNode } from 'react'
import { EmptyState } from '../../components/empty-state.tsx'
import { Page } from '../../components/page.tsx'
import classes from './settings.module.css'

/** The settings. @param props.children the cards of several features. */
export const Settings = ({ children }: { children: ReactNode }) => (
  <Page title="Settings" width="narrow">
    <div className={classes.cards}>
      {children}
      <div className={classes.card}>
        <EmptyState
          title="Settings Coming Soon"
          text="We're still digging. The switch for day and night is already at the top."
        />
      </div>
    </div>
  </Page>
)
