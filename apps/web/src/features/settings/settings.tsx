import { EmptyState } from '../../components/empty-state.tsx'
import { Page } from '../../components/page.tsx'
import classes from './settings.module.css'

export const Component = () => (
  <Page title="Settings" width="narrow">
    <div className={classes.card}>
      <EmptyState title="Settings Coming Soon" text="We're still digging. Day or night is yours already, at the top." />
    </div>
  </Page>
)
