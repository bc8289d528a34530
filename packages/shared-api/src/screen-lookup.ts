/** Resolves to whether a path is a screen of the suite, for this user or for others. Never rejects. */
export type ScreenLookup = (path: string) => Promise<boolean>

let lookup: ScreenLookup | undefined

/** Installs the lookup of screens. Only the host knows the remotes and their releases. */
export function installScreenLookup(installed: ScreenLookup): void {
  lookup = installed
}

/**
 * Returns whether a path is a screen of the suite, for this user or for others.
 * @throws Error if no host has installed a lookup
 */
export async function isScreen(path: string): Promise<boolean> {
  if (!lookup) throw new Error('isScreen needs a host')
  return lookup(path)
}
