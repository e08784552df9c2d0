import '@mantine/core/styles/global.layer.css'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { cssVariables, theme } from '../theme.ts'

// Elsewhere than in a build, Mantine is one file: see build/mantine-styles.ts.
if (import.meta.env.DEV) await import('@mantine/core/styles.layer.css')

// theme-choice.ts sets the theme on the root element, and no component of Mantine asks which one it is.
const noRoot = () => undefined

/** Around each dialog and each screen with fields. Around the whole app, each first paint would wait for Mantine. */
export const Mantine = ({ children }: { children: ReactNode }) => (
  <MantineProvider
    theme={theme}
    forceColorScheme="light"
    getRootElement={noRoot}
    withCssVariables={false}
    withGlobalClasses={false}
  >
    {/* React keeps one in the head, however many are drawn. */}
    <style href="mantine-variables" precedence="mantine">
      {cssVariables}
    </style>
    {children}
  </MantineProvider>
)

/** A field's list of suggestions. Buttons that stay in view lie above it (z-index 10), so that it never takes their clicks. */
export const BELOW_BUTTONS = { withinPortal: false, zIndex: 5 }
