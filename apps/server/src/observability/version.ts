import manifest from '../../package.json' with { type: 'json' }

/** Of the server. */
export const version: string = manifest.version
