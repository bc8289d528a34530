import { readFile } from 'node:fs/promises'
import { type Profile, ProfileError, parseProfile } from '@atrium/contract'
import { StartupError } from '../database/index.ts'

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * Reads the deployment's profile.
 * @param servedAt used as `publicUrl` if the file has none
 * @throws StartupError if the file cannot be read or is not a valid profile
 */
export async function readProfile(path: string, servedAt?: string): Promise<Profile> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new StartupError(`The profile cannot be read: ${reasonOf(error)}. Set PROFILE to its path.`)
  })
  try {
    const given = JSON.parse(text)
    const profile = parseProfile(given)
    return given.publicUrl === undefined && servedAt !== undefined
      ? { ...profile, publicUrl: servedAt }
      : profile
  } catch (error) {
    if (!(error instanceof ProfileError || error instanceof SyntaxError)) throw error
    throw new StartupError(`Please correct the profile ${path}: ${reasonOf(error)}.`)
  }
}
