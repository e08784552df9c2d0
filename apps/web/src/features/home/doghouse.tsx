import { Page } from '../../components/page.tsx'

export const Component = () => <Page title="Welcome back" />
