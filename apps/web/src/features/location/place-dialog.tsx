import { Dialog } from '../../components/dialog.tsx'
import { mountedWhenOpened } from '../../components/mounted-when-opened.tsx'
import { LocationCard } from './location-card.tsx'

/** Changes where searches start: the browser's location, another city, or no location any more. */
export const PlaceDialog = mountedWhenOpened(({ opened, onClose }: { opened: boolean; onClose: () => void }) => (
  <Dialog opened={opened} onClose={onClose} title="Where to sniff" keepsClicks>
    <div className="stack-16" style={{ justifyItems: 'start' }}>
      <LocationCard />
      <p className="quiet text-small">
        Dogs are sorted by their distance from here. Others only see how far away you are.
      </p>
    </div>
  </Dialog>
))
