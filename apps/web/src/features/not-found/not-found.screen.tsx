import { ButtonLink } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Page } from '../../components/page.tsx'
import { SCREENS } from '../../screens.ts'

const { title } = SCREENS.notFound

export const Component = () => (
  <Page title={title} width="narrow">
    <EmptyState
      mood="nose-up"
      text={
        <>
          <span>Did you forget to add the page to the router?</span>
          <span className="block mt-8" style={{ color: 'var(--ink)' }}>
            There's no page at this address. It may have moved, or there's a typo in the link.
          </span>
        </>
      }
      action={<ButtonLink to="/doghouse">To the doghouse</ButtonLink>}
    />
  </Page>
)
