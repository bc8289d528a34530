import manifest from '../../package.json' with { type: 'json' }

/** The version of Atrium that this is, as CHANGELOG.md names it. */
export const version: string = manifest.version
