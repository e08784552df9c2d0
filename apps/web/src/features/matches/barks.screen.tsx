import { BarksPane } from '../../barks-pane.tsx'
import { Page } from '../../components/page.tsx'
import { WithPane } from '../../components/with-pane.tsx'
import { SCREENS } from '../../screens.ts'

/** Every match of the acting dog. On a desktop chats open beside them. */
export const Component = () => (
  <Page title={SCREENS.barks.title} subtitle={SCREENS.barks.subtitle} width="split">
    <WithPane pane={<BarksPane />}>
      <p className="quiet">Choose a dog to read your chat here.</p>
    </WithPane>
  </Page>
)
