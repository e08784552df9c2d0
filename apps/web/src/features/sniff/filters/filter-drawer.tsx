import { SNIFF_TOTAL_MAX } from '@barkyard/domain/sniff'
import { Drawer } from '@mantine/core'
import { Button } from '../../../components/button.tsx'
import { Mantine } from '../../../components/mantine.tsx'
import { mountedWhenOpened, type Opened } from '../../../components/mounted-when-opened.tsx'
import { ClearButton, FilterPanel, type FiltersProps } from './filter-panel.tsx'
import classes from './filters.module.css'
import { useFilterDraft } from './use-filter-draft.ts'

const HEAD = { height: 'var(--head)', padding: 'calc(8px + var(--safe-top)) 12px 0 var(--start)' }
const BODY = { minHeight: 'calc(100dvh - var(--head))', padding: '12px 20px 0 var(--start)' }

interface FilterDrawerProps extends FiltersProps, Opened {
  found: number | null
}

const showLabel = (found: number | null) => {
  if (found === null) return 'Show dogs'
  const count = found >= SNIFF_TOTAL_MAX ? `${SNIFF_TOTAL_MAX}+` : found
  return `Show ${count} ${found === 1 ? 'dog' : 'dogs'}`
}

function Content({ filter, onChange, note, saved, found, onClose }: Omit<FilterDrawerProps, 'opened'>) {
  const draft = useFilterDraft(filter, onChange)
  return (
    <Drawer.Body className="column stack-24" style={BODY}>
      <FilterPanel draft={draft} note={note} saved={saved} />
      <div className="foot line-8" style={{ marginBlock: 'auto 0' }}>
        <ClearButton draft={draft} />
        <Button className="grow" onClick={onClose}>
          {showLabel(found)}
        </Button>
      </div>
    </Drawer.Body>
  )
}

/** The filters on a phone or tablet. They apply at once, and closing only shows the results. */
export const FilterDrawer = mountedWhenOpened(({ opened, ...content }: FilterDrawerProps) => (
  <Mantine>
    <Drawer.Root
      opened={opened}
      onClose={content.onClose}
      position="left"
      size={340}
      transitionProps={{ duration: 200 }}
      classNames={{ content: classes.content ?? '' }}
    >
      <Drawer.Overlay color="var(--scrim)" backgroundOpacity={1} />
      <Drawer.Content>
        {/* Mantine's own header would be a second banner of the page. */}
        <div className="between line" style={HEAD}>
          <Drawer.Title className="display text-name">Filters</Drawer.Title>
          <Drawer.CloseButton aria-label="Close the filters" size={44} iconSize={22} />
        </div>
        <Content {...content} />
      </Drawer.Content>
    </Drawer.Root>
  </Mantine>
))
