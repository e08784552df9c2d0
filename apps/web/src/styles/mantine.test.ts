import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const FOLDER = join(import.meta.dirname, '..')

/** Mantine's components and the sheet that each needs beside styles/mantine.css. */
const SHEETS: Record<string, readonly string[]> = {
  'mantine-dialog.css': ['Modal', 'Drawer'],
  'mantine-field.css': [
    'TextInput',
    'Textarea',
    'NativeSelect',
    'Select',
    'Autocomplete',
    'PasswordInput',
    'InputBase',
  ],
  'Combobox.layer.css': ['Combobox', 'Select', 'Autocomplete'],
  'Drawer.layer.css': ['Drawer'],
  'ActionIcon.layer.css': ['PasswordInput'],
  'PasswordInput.layer.css': ['PasswordInput'],
  'Slider.layer.css': ['Slider', 'RangeSlider'],
  'Table.layer.css': ['Table'],
}
/** Drawn without styles of their own. */
const PLAIN = ['FileButton', 'MantineProvider', 'Popover']

const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.tsx'))
  .map(name => {
    const text = readFileSync(join(FOLDER, name), 'utf8')
    const names = /import \{([^}]*)\} from '@mantine\/core'/.exec(text)?.[1]?.split(',') ?? []
    return { name, text, components: names.map(one => one.trim()).filter(one => /^[A-Z]/.test(one)) }
  })

it('a file that uses a Mantine component imports its stylesheet', () => {
  const known = new Set([...Object.values(SHEETS).flat(), ...PLAIN])
  const unknown = files.flatMap(({ name, components }) =>
    components.filter(one => !known.has(one)).map(one => `${name}: ${one}`),
  )
  expect(unknown, 'say here which sheet they need').toEqual([])
  const missing = files.flatMap(({ name, text, components }) =>
    Object.entries(SHEETS)
      .filter(([sheet, needed]) => components.some(one => needed.includes(one)) && !text.includes(sheet))
      .map(([sheet]) => `${name} needs ${sheet}`),
  )
  expect(missing).toEqual([])
})
