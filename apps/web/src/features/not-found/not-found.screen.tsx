import { ButtonLink } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Page } from '../../components/page.tsx'

export const Component = () => (
  <Page title="404 Page Not Found" width="narrow" hideTitle>
    <EmptyState
      mood="nose-up"
      title="404 Page Not Found"
      text="Did you forget to add the page to the router?"
      action={<ButtonLink to="/doghouse">To the doghouse</ButtonLink>}
    />
  </Page>
)
