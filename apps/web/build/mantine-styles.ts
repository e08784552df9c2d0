import type { Plugin } from 'vite'

/** Mantine's modules of class names: "…/core/esm/components/Modal/Modal.module.mjs". */
const CLASS_NAMES = /[\\/]@mantine[\\/]core[\\/]esm[\\/].*[\\/](\w+)\.module\.mjs$/

/** The class names of a Mantine component bring its stylesheet, so that a page has the styles of what it draws. */
export const mantineStyles: Plugin = {
  name: 'mantine-styles',
  transform(code, id) {
    const name = CLASS_NAMES.exec(id)?.[1]
    return name && { code: `${code}\nimport '@mantine/core/styles/${name}.layer.css'`, map: null }
  },
}
