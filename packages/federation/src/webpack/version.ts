import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { developmentVersion } from '../registry/agreement.ts'
import { Version } from '../registry/manifest.ts'

/** Where a build that is no release of its own is told the hash of what it is made of. */
export const inputsVariable = 'ATRIUM_BUILD_INPUTS'

/** Where a configuration is told that it is for a build that is watched: names then stay as they are from one to the next. */
export const developmentVariable = 'ATRIUM_DEVELOPMENT'

export const isDevelopment = (): boolean => process.env[developmentVariable] === '1'

/** A pattern of emitted names: with a hash of the content, so that files can be cached for ever, but while somebody works on it. */
export const emittedName = (name: string, extension: string): string =>
  isDevelopment() ? `${name}${extension}` : `${name}.[contenthash:10]${extension}`

/**
 * The version of a remote's build: that of its package.json for a release, and with a hash of all that it is made of
 * behind it for a build of the whole suite, so that two different builds never have the same one.
 * @param root the remote's folder
 * @throws if package.json has no version of three numbers
 */
export function releaseVersion(root: string): string {
  if (isDevelopment()) return developmentVersion
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version?: unknown }
  const inputs = process.env[inputsVariable]
  return Version.parse(inputs ? `${version}-b${inputs.slice(0, 10)}` : version)
}
