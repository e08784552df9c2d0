import { Tooltip } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'

/** The spec's delays for every tooltip: 700 ms to open, and none within 300 ms of the last one. */
export const TooltipDelays = ({ children }: { children: ReactNode }) => (
  <Tooltip.Group openDelay={700} closeDelay={300}>
    {children}
  </Tooltip.Group>
)

/** A tooltip on something that can take the focus. It only repeats: the element still needs its own name. */
export const Hint = ({ label, children }: { label: string; children: ReactElement }) => (
  <Tooltip label={label} events={{ hover: true, focus: true, touch: false }}>
    {children}
  </Tooltip>
)
