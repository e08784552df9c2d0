import { Page } from '../../components/page.tsx'

export const Component = () => <Page title="404 Page Not Found" />
