import '@mantine/core/styles/global.layer.css'
import {
  colorsTuple,
  convertCssVariables,
  createTheme,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  MantineProvider,
  mergeMantineTheme,
} from '@mantine/core'
import type { ReactNode } from 'react'
import greys from '../styles/greys.json'
import classes from '../styles/mantine.module.css'

// The same for both schemes, because our own variables change with the theme.
const schemeVariables = {
  '--mantine-color-body': 'var(--paper)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--quiet)',
  '--mantine-color-placeholder': 'var(--quiet)',
  '--mantine-color-error': 'var(--collar-text)',
  '--mantine-color-default': 'var(--card)',
  '--mantine-color-default-hover': 'var(--sunken)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--control-line)',
  '--mantine-color-disabled': 'var(--sunken)',
  '--mantine-color-disabled-color': 'var(--quiet)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-color-grass-filled': 'var(--grass)',
  '--mantine-color-grass-filled-hover': 'var(--grass-hover)',
  '--mantine-color-grass-light': 'var(--grass-soft)',
  '--mantine-color-grass-light-hover': 'var(--grass-soft)',
  '--mantine-color-grass-light-color': 'var(--grass-text)',
}

const theme = createTheme({
  // Of grass its variables, below, say what is drawn. Neutral elements: warm greys on light ground, greens on dark.
  colors: { grass: colorsTuple('#2a7a4b'), gray: colorsTuple(greys.gray), dark: colorsTuple(greys.dark) },
  primaryColor: 'grass',
  white: '#ffffff',
  black: '#2b211b',
  fontFamily: 'var(--font-text)',
  fontSizes: {
    xs: 'var(--text-tag)',
    sm: 'var(--text-small)',
    md: 'var(--text-body)',
    lg: 'var(--text-lead)',
    xl: 'var(--text-name)',
  },
  defaultRadius: 'md',
  radius: { xs: '6px', sm: '10px', md: '14px', lg: '20px', xl: '999px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Plain objects instead of `Modal.extend(…)`, so that the theme does not bring every component.
  components: {
    ActionIcon: { defaultProps: { radius: 'xl', size: 44, variant: 'subtle' } },
    Input: { defaultProps: { size: 'md' }, classNames: { input: classes.input } },
    NativeSelect: { classNames: { section: classes.chevron } },
    InputWrapper: {
      defaultProps: { size: 'md' },
      styles: { label: { fontWeight: 600, marginBottom: 4 }, error: { marginTop: 4, fontWeight: 500 } },
    },
    Modal: {
      defaultProps: {
        radius: 'lg',
        overlayProps: { color: 'var(--scrim)', backgroundOpacity: 1 },
        padding: 'max(clamp(16px, 4vw, 24px), var(--safe-sides))',
      },
      classNames: { content: classes.modal, header: classes.modalHeader, title: 'display text-name' },
      styles: { title: { lineHeight: 1.2 } },
    },
    // A page must have only one banner landmark, so a dialog's header is a div.
    ModalHeader: { defaultProps: { component: 'div' } },
    // Its list stays inside a dialog, where screen readers find it, and scrolls itself: a box around it would be a tab stop.
    Select: {
      defaultProps: { allowDeselect: false, withScrollArea: false, comboboxProps: { withinPortal: false } },
      styles: { options: { maxHeight: 320, overflowY: 'auto' } },
    },
    Textarea: { defaultProps: { autosize: true, minRows: 2 } },
    Popover: { defaultProps: { width: '18rem', radius: 'lg', shadow: 'lg' } },
  },
})

const usual = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme))

/** All variables of Mantine's styles. Mantine's own file of defaults would be a larger download. */
const cssVariables = convertCssVariables({
  variables: {
    ...usual.variables,
    '--mantine-primary-color-contrast': 'var(--on-grass)',
    '--mantine-shadow-sm': 'var(--shadow)',
    '--mantine-shadow-md': 'var(--shadow)',
    '--mantine-shadow-lg': 'var(--shadow-lifted)',
    '--mantine-shadow-xl': 'var(--shadow-lifted)',
  },
  light: { ...usual.light, ...schemeVariables },
  dark: { ...usual.dark, ...schemeVariables },
})

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
