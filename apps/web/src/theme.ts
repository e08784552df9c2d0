import {
  convertCssVariables,
  createTheme,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  type MantineColorsTuple,
  mergeMantineTheme,
} from '@mantine/core'
import classes from './styles/mantine.module.css'

// Step 6 is the design's colour on light backgrounds, step 3 the one on dark backgrounds.
const grass: MantineColorsTuple = [
  '#eef7ec',
  '#e3f0df',
  '#bfe3c6',
  '#7fd69a',
  '#55b878',
  '#3a955f',
  '#2a7a4b',
  '#22693f',
  '#1c5633',
  '#143f25',
]
const ball: MantineColorsTuple = [
  '#fafce6',
  '#f3f8cf',
  '#ebf5a6',
  '#e2f279',
  '#dcf05f',
  '#d9ef52',
  '#d6ee4a',
  '#b6cd2f',
  '#8a9c1d',
  '#5c6a0f',
]
const collar: MantineColorsTuple = [
  '#fff3ee',
  '#fce9e1',
  '#ffc9b8',
  '#ff8a6b',
  '#ec6a49',
  '#d85635',
  '#c2462a',
  '#b23c21',
  '#8e2f19',
  '#6a2212',
]
/** Warm greys for neutral elements on light backgrounds. */
const gray: MantineColorsTuple = [
  '#fffbf4',
  '#f7efe2',
  '#efe5d6',
  '#e7dccd',
  '#d3c4b1',
  '#b3a08d',
  '#917c6b',
  '#6b5b50',
  '#4a3d34',
  '#2b211b',
]
/** Dark greens for neutral elements on dark backgrounds. */
const dark: MantineColorsTuple = [
  '#edf3ec',
  '#cfdbd0',
  '#a9b8ac',
  '#6f8476',
  '#3b4d42',
  '#2c3b32',
  '#1b2821',
  '#121c17',
  '#0e1612',
  '#0a100d',
]

const perColour = (name: 'grass' | 'collar' | 'ball') => ({
  [`--mantine-color-${name}-filled`]: `var(--${name})`,
  [`--mantine-color-${name}-filled-hover`]: `var(--${name}-hover)`,
  [`--mantine-color-${name}-light`]: `var(--${name}-soft)`,
  [`--mantine-color-${name}-light-hover`]: `var(--${name}-soft)`,
  [`--mantine-color-${name}-light-color`]: name === 'ball' ? 'var(--ink)' : `var(--${name}-text)`,
  [`--mantine-color-${name}-outline`]: name === 'ball' ? 'var(--ink)' : `var(--${name}-text)`,
  [`--mantine-color-${name}-outline-hover`]: `var(--${name}-soft)`,
  [`--mantine-color-${name}-text`]: name === 'ball' ? 'var(--ink)' : `var(--${name}-text)`,
  [`--mantine-color-${name}-contrast`]: `var(--on-${name})`,
})

// The same for both schemes, because our own variables change with the theme.
const schemeVariables = {
  '--mantine-color-body': 'var(--paper)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--quiet)',
  '--mantine-color-placeholder': 'var(--quiet)',
  '--mantine-color-anchor': 'var(--grass-text)',
  '--mantine-color-error': 'var(--collar-text)',
  '--mantine-color-default': 'var(--card)',
  '--mantine-color-default-hover': 'var(--sunken)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--control-line)',
  '--mantine-color-disabled': 'var(--sunken)',
  '--mantine-color-disabled-color': 'var(--quiet)',
  '--mantine-color-disabled-border': 'var(--line)',
  ...perColour('grass'),
  ...perColour('ball'),
  ...perColour('collar'),
}

export const theme = createTheme({
  colors: { grass, ball, collar, gray, dark },
  primaryColor: 'grass',
  primaryShade: { light: 6, dark: 3 },
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
  headings: { fontFamily: 'var(--font-display)', fontWeight: '600' },
  defaultRadius: 'md',
  radius: { xs: '6px', sm: '10px', md: '14px', lg: '20px', xl: '999px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Plain objects instead of `Modal.extend(…)`, so that the theme does not bring every component.
  components: {
    ActionIcon: {
      defaultProps: { radius: 'xl', size: 44, variant: 'subtle' },
      classNames: { root: classes.actionIcon },
    },
    Input: { defaultProps: { size: 'md' }, classNames: { input: classes.input } },
    NativeSelect: { classNames: { section: classes.chevron } },
    InputWrapper: {
      defaultProps: { size: 'md' },
      classNames: { label: classes.label, error: classes.error },
    },
    Modal: {
      defaultProps: { radius: 'lg', centered: true, overlayProps: { color: 'var(--scrim)', backgroundOpacity: 1 } },
      classNames: { content: classes.modal, header: classes.modalHeader, title: classes.modalTitle },
    },
    // A page must have only one banner landmark, so a dialog's header is a div.
    ModalHeader: { defaultProps: { component: 'div' } },
    // The default width of a popover.
    Popover: { defaultProps: { width: '18rem', radius: 'lg', shadow: 'lg' } },
  },
})

const usual = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme))

/** All variables of Mantine's styles. Mantine's own file of defaults would be a larger download. */
export const cssVariables = convertCssVariables({
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
