import packageJson from '../package.json' with { type: 'json' }

/** The oldest versions that we promise, by the names of browserslist: {safari: "16.4", …}. README.md names them too. */
export const OLDEST = Object.fromEntries(
  packageJson.browserslist.map(query => {
    const [name = '', , version = ''] = query.split(' ')
    return [name, version]
  }),
)

/** The same as targets of the build, for scripts and styles: "safari16.4", "ios16.4" … */
export const TARGETS = Object.entries(OLDEST).map(([name, version]) => `${name.replace('ios_saf', 'ios')}${version}`)
