import { execFile } from 'node:child_process'
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { releaseActivate, releaseModules, releaseRollout } from '@atrium/contract'
import { askAccept } from '../../packages/federation/src/release/team-calls.ts'
import { signatureOf, type TeamKey } from '../../packages/federation/src/release/team-key.ts'
import type { Api } from './api.ts'
import { releasesFolder, suiteUrl, teamKey, trustedKeysFile } from './suite.ts'

/** Remotes that the tests' team may release: one for each test file, so that each has an active release of its own. */
type TeamsRemote = (typeof remotes)[number]
const remotes = ['notes', 'memos'] as const

const privateKey = createPrivateKey({ key: Buffer.from(teamKey, 'base64'), format: 'der', type: 'pkcs8' })
const key: TeamKey = {
  id: 'team-notes',
  privateKey,
  publicKey: createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).toString('base64'),
}

/** Writes the operator's file of trusted keys: the tests' team may release its remotes, each at its own route. */
export const trustTeam = async (): Promise<void> => {
  const trusted = remotes.map((name) => [name, { keys: { [key.id]: key.publicKey }, routes: [`/${name}`] }])
  await writeFile(trustedKeysFile, JSON.stringify(Object.fromEntries(trusted)))
}

/**
 * Builds the fixture `notes` as a release of a remote, uploads and registers it, as its team does.
 * @param inputs ten characters a-f and 0-9 that distinguish the version from others
 * @returns the version
 */
export const releaseRemote = async (name: TeamsRemote, inputs: string): Promise<string> => {
  const version = `0.1.0-b${inputs}`
  const output = join(releasesFolder, name, version)
  const compiler = resolve('packages/federation/src/release/compile-cli.ts')
  const config = resolve('e2e/fixtures/notes/release.config.ts')
  await promisify(execFile)(process.execPath, [compiler, config, output], {
    env: { ...process.env, RELEASE_NAME: name, ATRIUM_BUILD_INPUTS: inputs },
  })
  const manifest = await readFile(join(output, 'release.json'), 'utf8')
  const signed = { manifest, signature: signatureOf(key, manifest) }
  const address = `/remotes/${name}/${version}/release.json`
  return (await askAccept({ address: suiteUrl, key }, signed, address)).version
}

/**
 * Removes the files of a release, as if its folder were lost.
 * @returns a function that puts them back
 */
export const loseFiles = async (name: TeamsRemote, version: string) => {
  const [folder, elsewhere] = [join(releasesFolder, name, version), join(releasesFolder, name, '.lost')]
  await rename(folder, elsewhere)
  return () => rename(elsewhere, folder)
}

/** Activates a release for all users and ends any rollout of another, whatever the previous state. */
export const activate = async (api: Api, name: TeamsRemote, version: string): Promise<void> => {
  const read = async () => {
    const module = (await api(releaseModules, {})).find((one) => one.name === name)
    if (!module) throw new Error(`nobody has released ${name}`)
    return module
  }
  const { shareVersion, rowVersion } = await read()
  if (shareVersion)
    await api(releaseRollout, { name, version: shareVersion, percentage: 0, reason: '', rowVersion })
  const present = await read()
  if (present.active !== version)
    await api(releaseActivate, { name, version, reason: '', rowVersion: present.rowVersion })
}
