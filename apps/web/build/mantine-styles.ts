import type { Plugin } from 'vite'

/** Mantine's modules of class names: "…/core/esm/components/Modal/Modal.module.mjs". */
const CLASS_NAMES = /[\\/]@mantine[\\/]core[\\/]esm[\\/].*[\\/](\w+)\.module\.mjs$/

/** A component's stylesheet. */
const SHEET = /[\\/]@mantine[\\/]core[\\/]styles[\\/](\w+)\.layer\.css$/

/** Sheets whose elements others dress further, and those that even these are made of. */
const SHARED = ['ActionIcon', 'CloseButton', 'Group', 'Input', 'ModalBase', 'Popover']
const GROUND = ['global', 'Overlay', 'Paper', 'ScrollArea', 'UnstyledButton', 'VisuallyHidden']

/**
 * The class names of a Mantine component bring its stylesheet, so that a page has the styles of what it draws. Files of
 * the build load in any order, so layers say which sheet wins over which: see base.css.
 */
export const mantineStyles: Plugin = {
  name: 'mantine-styles',
  enforce: 'pre',
  transform(code, id) {
    const component = CLASS_NAMES.exec(id)?.[1]
    if (component) return { code: `${code}\nimport '@mantine/core/styles/${component}.layer.css'`, map: null }
    const sheet = SHEET.exec(id)?.[1]
    if (!sheet) return
    const layer = GROUND.includes(sheet) ? 'ground' : SHARED.includes(sheet) ? 'shared' : 'composed'
    return { code: code.replaceAll('@layer mantine', `@layer mantine.${layer}`), map: null }
  },
}
