import { BarksPage, BarksPane } from '../../barks-pane.tsx'

/** Every match of the acting dog. On a desktop chats open beside them. */
export const Component = () => (
  <BarksPage>
    <BarksPane />
  </BarksPage>
)
