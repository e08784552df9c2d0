import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import { EmptyState } from '../../components/empty-state.tsx'
import { Page } from '../../components/page.tsx'

/** Shown if the dog does not exist or was deleted. */
export const DogNotFound = () => (
  <Page title="Dog not found" hideTitle back={{ to: '/sniff', label: 'Back to sniffing' }}>
    <EmptyState
      mood="nose-up"
      title="Dog not found"
      text="This profile may have been deleted."
      action={
        <Button component={Link} to="/sniff">
          Sniff Dogs
        </Button>
      }
    />
  </Page>
)
