/** Ids of the script elements that contain JSON data for the shell. */
export const pageElements = {
  registry: 'atrium-registry',
  /** Manifests, by name, of the remotes that the visitor may need first. */
  manifests: 'atrium-manifests',
  /** Remotes that run from the user's own machine; omitted if there are none. */
  overrides: 'atrium-overrides',
  profile: 'atrium-profile',
} as const
