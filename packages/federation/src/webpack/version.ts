import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { developmentVersion } from '../registry/agreement.ts'
import { Version } from '../registry/manifest.ts'

/** Environment variable with the hash of the inputs of a suite build. */
export const inputsVariable = 'ATRIUM_BUILD_INPUTS'

/** Environment variable set for development builds, whose file names never change. */
export const developmentVariable = 'ATRIUM_DEVELOPMENT'

export const isDevelopment = (): boolean => process.env[developmentVariable] === '1'

/**
 * Returns a pattern for emitted names. It includes a hash of the content, so that files can be cached for ever,
 * except in development builds.
 */
export const emittedName = (name: string, extension: string): string =>
  isDevelopment() ? `${name}${extension}` : `${name}.[contenthash:10]${extension}`

/**
 * Returns the version of a remote's build. For a release it is the version in package.json. For a build of the suite,
 * the hash of the inputs is appended, so that two builds never have the same version.
 * @param root the remote's folder
 * @throws if package.json has no valid version
 */
export function releaseVersion(root: string): string {
  if (isDevelopment()) return developmentVersion
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version?: unknown }
  const inputs = process.env[inputsVariable]
  return Version.parse(inputs ? `${version}-b${inputs.slice(0, 10)}` : version)
}
