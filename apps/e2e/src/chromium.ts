import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * What Chromium does beside the pages. The first two draw the address bar's menus as pages of their own, one renderer a
 * window: a quarter of what the tests cost. The others are those that Playwright turns off: the last list counts alone.
 */
const UNNEEDED = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/** How to launch a Chromium. `process.env.CHROMIUM_PATH` can ask for permissions, the headless shell cannot. */
export const chromiumAt = (executablePath = '') => ({
  executablePath,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${UNNEEDED}`,
  ],
})

/** The path of the first of these programs that the PATH has. */
export const findProgram = (...names: string[]) => findIn((process.env.PATH ?? '').split(delimiter), names)

/** The same in some folders. */
export function findIn(folders: readonly string[], names: readonly string[]): string | undefined {
  const paths = folders.flatMap(folder => names.map(name => join(folder, name)))
  return paths.find(path => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
