/** Ids of the elements in which the page carries data for the shell, as JSON. */
export const pageElements = {
  /** The registry. */
  registry: 'atrium-registry',
  /** Manifests of the first remotes, by name. */
  manifests: 'atrium-manifests',
  /** Remotes that run from the reader's own machine; not there where there are none. */
  overrides: 'atrium-overrides',
  /** The deployment's profile. */
  profile: 'atrium-profile',
} as const
