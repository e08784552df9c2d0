import { ButtonLink } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Page } from '../../components/page.tsx'

export const DogNotFound = () => (
  <Page title="Dog not found" back={{ to: '/sniff', label: 'Back to sniffing' }}>
    <EmptyState
      mood="nose-up"
      text="This profile may have been deleted."
      action={<ButtonLink to="/sniff">Sniff Dogs</ButtonLink>}
    />
  </Page>
)
