/**
 * Version of the agreement between host and remotes: what a remote exposes and what it finds on the page. It rises
 * where a remote of before would no longer run.
 */
export const hostApi = 1

/** The page's function by which remotes' loaders set the integrity of a file; the host makes it before any is there. */
export const integrityLookup = '__atriumIntegrity'

/** Where remotes find the host's copy of the federation runtime; the host puts it there before any is on the page. */
export const runtimeLookup = '__atriumFederation'

/** The version of a build that is no release: somebody works on it. */
export const developmentVersion = '0.0.0-development'

/** Name of a release's manifest, in the release's folder. */
export const manifestName = 'release.json'

/** The page's function that takes a remote's styles in, where they do not go into the head of the page. */
export const styleTaker = '__atriumStyles'
