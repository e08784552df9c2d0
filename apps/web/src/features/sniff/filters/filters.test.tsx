import { expect, test, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { drag } from '../../../testing/mouse.ts'
import { network } from '../../../testing/network-links.ts'
import { open, PHONE } from '../../../testing/open.tsx'
import { aPage } from '../../../testing/quiet-yard.ts'
import { aNeighbour } from '../../../testing/rows.ts'
import { isAt, isGone, isSeen, says, settled, texts } from '../../../testing/seen.ts'

const juno = aNeighbour({ name: 'Juno', size: 'large' })
const pip = aNeighbour({ name: 'Pip', size: 'small' })
const answers = {
  'sniff.search': ({ sizes = [] }: { sizes?: string[] | undefined }) =>
    aPage(...[pip, juno].filter(dog => sizes.length === 0 || sizes.includes(dog.size))),
}

const slider = (name: string) => page.getByRole('slider', { name })
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const toSniff = page.getByRole('link', { name: /Find dogs nearby/ })
const drawer = page.getByRole('dialog', { name: 'Filters' })
const lastSearch = () => network.calls('sniff.search').at(-1)
const sees = (...names: string[]) =>
  expect.poll(() => texts(page.getByRole('article').getByRole('heading'))).toEqual(names)

/** Lets time pass after which nothing may be written to the address: that would scroll back to the results. */
async function restsQuietly() {
  const write = vi.spyOn(history, 'replaceState')
  vi.advanceTimersByTime(1_000)
  await settled()
  expect(write).not.toHaveBeenCalled()
  write.mockRestore()
}

async function areAt(distance: string, youngest: string, oldest: string) {
  await expect.element(slider('Distance')).toHaveAttribute('aria-valuenow', distance)
  await expect.element(slider('Youngest age')).toHaveAttribute('aria-valuenow', youngest)
  await expect.element(slider('Oldest age')).toHaveAttribute('aria-valuenow', oldest)
}

async function press(name: string, keys: string) {
  slider(name).element().focus()
  await userEvent.keyboard(keys)
}

test('distance and age are sliders with their limits, steps and defaults, which search when released, not while they move', async () => {
  await open('/sniff', { answers })
  await areAt('25', '0', '15')
  for (const name of ['Distance', 'Age', 'Size', 'Temperament']) await isSeen(page.getByText(name, { exact: true }))
  for (const [name, min, max] of [
    ['Distance', '5', '100'],
    ['Youngest age', '0', '20'],
    ['Oldest age', '0', '20'],
  ] as const) {
    await expect.element(slider(name)).toHaveAttribute('aria-valuemin', min)
    await expect.element(slider(name)).toHaveAttribute('aria-valuemax', max)
  }
  expect(lastSearch()).toMatchObject({ distance: 25 })

  await press('Distance', '{ArrowRight>7/}')
  await areAt('60', '0', '15')
  await isSeen(page.getByText('Up to 60 km', { exact: true }))
  await isAt('/sniff?distance=60')
  await expect.poll(lastSearch).toMatchObject({ distance: 60, ageMin: 0, ageMax: 15 })

  // The end of the slider means "20 or older", because dogs reach 25.
  await press('Oldest age', '{ArrowRight>5/}')
  await expect.element(slider('Oldest age')).toHaveAttribute('aria-valuetext', '20 years or older')
  await isSeen(page.getByText('Any age'))
  await press('Youngest age', '{ArrowRight>5/}')
  await isAt('/sniff?distance=60&ageMin=5&ageMax=20')
  await expect.poll(lastSearch).toMatchObject({ ageMin: 5 })
  expect(lastSearch()).not.toHaveProperty('ageMax')

  await press('Youngest age', '{End}')
  await areAt('60', '20', '20')
  await press('Youngest age', '{Home}')
  await press('Oldest age', '{Home}')
  await areAt('60', '0', '0')
  await press('Oldest age', '{End}')
  await areAt('60', '0', '20')

  await button('Clear').click()
  await isAt('/sniff')
  await areAt('25', '0', '15')
  await sees('Pip', 'Juno')

  const before = network.calls('sniff.search').length
  const box = slider('Distance').element().getBoundingClientRect()
  const release = await drag({ x: box.x + box.width / 2, y: box.y + box.height / 2 }, { x: 400 }, 20)
  await expect.element(slider('Distance')).toHaveAttribute('aria-valuenow', '100')
  expect(network.calls('sniff.search')).toHaveLength(before)
  await release()
  await expect.poll(lastSearch).toMatchObject({ distance: 100 })
  expect(network.calls('sniff.search')).toHaveLength(before + 1)
})

test('Clear, Back and leaving end what a slider has not committed yet', async () => {
  await open('/doghouse', { answers })
  await toSniff.click()
  await sees('Pip', 'Juno')
  await isSeen(slider('Distance'))
  // The last to take the focus: keys go to the slider then.
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const step = (name: string) => press(name, '{ArrowRight}')
  const staysAt = async (path: string) => {
    await isAt(path)
    vi.advanceTimersByTime(1_000)
    await isAt(path)
  }

  // One right after the other: none is committed when Clear comes, or the first one is.
  for (const [first, second, committed] of [
    ['Distance', 'Oldest age', '/sniff?distance=30'],
    ['Oldest age', 'Distance', '/sniff?ageMax=16'],
  ] as const) {
    await step(first)
    await step(second)
    await areAt('30', '0', '16')
    await button('Clear').click()
    await isAt('/sniff')
    await restsQuietly()
    await isAt('/sniff')
    await areAt('25', '0', '15')

    await step(first)
    vi.advanceTimersByTime(300)
    await isAt(committed)
    await step(second)
    await areAt('30', '0', '16')
    await button('Clear').click()
    await staysAt('/sniff')
    await areAt('25', '0', '15')
  }

  // Both count if nothing ends them, and so does one before another filter.
  await step('Distance')
  await step('Oldest age')
  vi.advanceTimersByTime(1_000)
  await isAt('/sniff?distance=30&ageMax=16')
  await step('Distance')
  await button('Small').click()
  await staysAt('/sniff?distance=35&ageMax=16&sizes=small')

  // The next page's address is its own.
  await step('Distance')
  history.back()
  await staysAt('/doghouse')
})

test('Back to another search ends what a slider has not committed yet', async () => {
  history.replaceState(history.state, '', '/sniff?sizes=large')
  await open('/sniff', { answers })
  await sees('Pip', 'Juno')
  await isSeen(slider('Distance'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await press('Distance', '{ArrowRight}')
  await areAt('30', '0', '15')
  history.back()
  await isAt('/sniff?sizes=large')
  await areAt('25', '0', '15')
  await restsQuietly()
  await isAt('/sniff?sizes=large')
})

test('sizes and temperaments toggle one by one, and all filters combine', async () => {
  await open('/sniff', { answers })
  const choices = (name: string) => texts(page.getByRole('group', { name }).getByRole('button'))
  await expect.poll(() => choices('Size')).toEqual(['Small', 'Medium', 'Large'])
  expect(choices('Temperament')).toEqual(['Friendly', 'Playful', 'Calm', 'Energetic', 'Shy'])
  await button('Large').click()
  await expect.element(button('Large')).toHaveAttribute('aria-pressed', 'true')
  await sees('Juno')
  button('Small').element().focus()
  await userEvent.keyboard(' ')
  await sees('Pip', 'Juno')
  await button('Calm').click()
  await button('Small').click()
  await isAt('/sniff?sizes=large&temperaments=calm')
  await expect.poll(lastSearch).toMatchObject({ sizes: ['large'], temperaments: ['calm'] })
  // Of the sexes one at most, and it can be taken back.
  await button('Female').click()
  await isAt('/sniff?sizes=large&temperaments=calm&sex=female')
  await button('Male').click()
  await isAt('/sniff?sizes=large&temperaments=calm&sex=male')
  await button('Male').click()
  await isAt('/sniff?sizes=large&temperaments=calm')
  await button('Vaccination record seen').click()
  await isAt('/sniff?sizes=large&temperaments=calm&verified=vaccination')
  await expect.poll(lastSearch).toMatchObject({ temperaments: ['calm'], verified: ['vaccination'] })
  await expect.element(button('Clear')).not.toHaveAttribute('aria-disabled', 'true')
  await button('Clear').click()
  await isAt('/sniff')
  await expect.element(button('Clear')).toHaveAttribute('aria-disabled', 'true')
})

test('on a phone the filters slide in as a drawer', async () => {
  await open('/doghouse', { answers, viewport: PHONE })
  await toSniff.click()
  await sees('Pip', 'Juno')
  await isGone(slider('Distance'))
  const filters = button(/^Filters/)
  await filters.click()
  await isSeen(slider('Distance'))
  await drawer.getByRole('button', { name: 'Large' }).click()
  await drawer.getByRole('button', { name: 'Show 1 dog' }).click()
  await isGone(drawer)
  await sees('Juno')
  await expect.element(filters).toHaveFocus()
  await says(filters, '1 set')

  await filters.click()
  await drawer.getByRole('button', { name: 'Clear' }).click()
  await userEvent.keyboard('{Escape}')
  await isGone(drawer)
  await isAt('/sniff')
  await sees('Pip', 'Juno')

  // Back closes the drawer, and leaves the page the next time.
  await filters.click()
  await isSeen(slider('Distance'))
  await settled()
  history.back()
  await isGone(drawer)
  await isAt('/sniff')
  history.back()
  await isAt('/doghouse')
  history.forward()
  await sees('Pip', 'Juno')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(PHONE[0])
})

test('forced colours show what is chosen, and the sliders', async () => {
  await cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] })
  await open('/sniff', { answers })
  await sees('Pip', 'Juno')
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.backgroundColor = 'Highlight'
  const highlight = getComputedStyle(probe).backgroundColor
  const order = page.getByRole('group', { name: 'Order' }).getByText('Nearest').element().closest('label')
  const place = page.getByRole('link', { name: 'Sniff', exact: true }).element().querySelector('span')
  for (const one of [order, place])
    await expect.poll(() => one && getComputedStyle(one).backgroundColor).toBe(highlight)
  expect(getComputedStyle(slider('Distance').element()).borderTopStyle).toBe('solid')
})
