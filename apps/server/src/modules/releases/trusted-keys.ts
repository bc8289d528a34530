import { readFile } from 'node:fs/promises'
import { TrustedKeys } from '@atrium/federation/registry'
import { StartupError } from '../../platform/database/index.ts'

/**
 * Checks the operator's file before the server starts.
 * @throws StartupError that names the fault
 */
export async function checkTrustedKeys(file: string | undefined): Promise<void> {
  await readTrustedKeys(file).catch((error: Error) => {
    throw new StartupError(`Please correct ${error.message}.`)
  })
}

/**
 * Reads the operator's file of trusted keys. Every call of a team does so, so that a removed key is rejected
 * immediately.
 * @param file undefined if no team may release
 * @throws Error that names the setting, the file and the fault
 */
export async function readTrustedKeys(file: string | undefined): Promise<TrustedKeys> {
  if (file === undefined) return {}
  return read(file).catch((cause: Error) => {
    throw new Error(`RELEASE_KEYS, ${file}: ${cause.message}`, { cause })
  })
}

async function read(file: string): Promise<TrustedKeys> {
  const keys = TrustedKeys.safeParse(JSON.parse(await readFile(file, 'utf8')))
  if (keys.success) return keys.data
  const mistakes = keys.error.issues.map((issue) => {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : []
    return `${[...issue.path, ...names].join('.')} ${issue.message}`
  })
  throw new Error(mistakes.join('; '))
}
