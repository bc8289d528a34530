/**
 * Version of the interface between host and remotes: what a remote exposes and what it finds on the page. Raise it
 * with each change that breaks existing remotes.
 */
export const hostApi = 1

/**
 * Global function with which the loaders of remotes set the integrity of a file. The host defines it before it loads
 * any remote.
 */
export const integrityLookup = '__atriumIntegrity'

/** Global variable with the host's copy of the federation runtime. The host defines it before it loads any remote. */
export const runtimeLookup = '__atriumFederation'

/** Version of every development build. */
export const developmentVersion = '0.0.0-development'

/** File name of a release's manifest, in the release's folder. */
export const manifestName = 'release.json'

/** Global function that receives a remote's styles when they do not belong in the page's head. */
export const styleTaker = '__atriumStyles'
