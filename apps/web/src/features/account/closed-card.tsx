import { Card } from '../../components/settings-card.tsx'

/** In place of a card while an admin acts as somebody else's dog. @param text what is closed: "your devices" */
export const ClosedCard = ({ title, text }: { title: string; text: string }) => (
  <Card title={title}>
    <p>You can't see {text} while you act as somebody else's dog. Stop impersonating first.</p>
  </Card>
)
