import { execFile } from 'node:child_process'
import { createHash, createPrivateKey, createPublicKey, randomBytes, randomUUID, sign } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import {
  type AnswerOf,
  type Envelope,
  releaseAccept,
  releaseActivate,
  releaseModules,
  releaseShare,
} from '@atrium/contract'
import type { Api } from './api.ts'
import { releasesFolder, suiteUrl, teamKey, trustedKeysFile } from './suite.ts'

/** The remotes that the tests' team may release: one a test file, since each has releases of its own that count. */
export type TeamsRemote = (typeof remotes)[number]
const remotes = ['notes', 'memos'] as const

const keyId = 'team-notes'
const key = createPrivateKey({ key: Buffer.from(teamKey, 'base64'), format: 'der', type: 'pkcs8' })

/** Writes the operator's file of trusted keys: the tests' team may release its remotes, each at a route of its own. */
export const trustTeam = async (): Promise<void> => {
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64')
  const trusted = remotes.map((name) => [name, { keys: { [keyId]: publicKey }, routes: [`/${name}`] }])
  await writeFile(trustedKeysFile, JSON.stringify(Object.fromEntries(trusted)))
}

/** What a team's call carries besides its body. */
const signatureOf = (path: string, body: string): Record<string, string> => {
  const facts = {
    'atrium-timestamp': String(Math.floor(Date.now() / 1000)),
    'atrium-nonce': randomBytes(16).toString('base64url'),
    'idempotency-key': randomUUID(),
  }
  const content = createHash('sha256').update(body).digest('hex')
  const lines = [...Object.values(facts), 'POST', path, content].join('\n')
  return {
    ...facts,
    'atrium-key': keyId,
    'atrium-content-sha256': content,
    'atrium-signature': `ed25519=${sign(null, Buffer.from(lines), key).toString('base64')}`,
  }
}

/**
 * Builds the fixture `notes` as a release of a remote, uploads it and has the registry take it in, as its team does.
 * @param inputs ten characters a-f and 0-9, which tell its version from others
 * @returns its version
 */
export const releaseRemote = async (name: TeamsRemote, inputs: string): Promise<string> => {
  const version = `0.1.0-b${inputs}`
  const output = join(releasesFolder, name, version)
  const compiler = resolve('packages/federation/src/release/compile-cli.ts')
  const config = resolve('e2e/fixtures/notes/release.config.ts')
  await promisify(execFile)(process.execPath, [compiler, config], {
    env: { ...process.env, RELEASE_NAME: name, RELEASE_OUTPUT: output, ATRIUM_BUILD_INPUTS: inputs },
  })
  const manifest = await readFile(join(output, 'release.json'), 'utf8')
  const path = `/api${releaseAccept.path}`
  const body = JSON.stringify({
    manifest,
    signature: sign(null, Buffer.from(manifest), key).toString('base64'),
    address: `/remotes/${name}/${version}/release.json`,
  })
  const response = await fetch(suiteUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signatureOf(path, body) },
    body,
  })
  const { success, message, data } = (await response.json()) as Envelope
  if (!success) throw new Error(`the release was refused: ${message}`)
  return (data as AnswerOf<typeof releaseAccept>).version
}

/** Has a release count for everybody, and no share of another, whatever was before. */
export const activate = async (api: Api, name: TeamsRemote, version: string): Promise<void> => {
  const read = async () => {
    const module = (await api(releaseModules, {})).find((one) => one.name === name)
    if (!module) throw new Error(`nobody has released ${name}`)
    return module
  }
  const { shareVersion, rowVersion } = await read()
  if (shareVersion)
    await api(releaseShare, { name, version: shareVersion, percentage: 0, reason: '', rowVersion })
  const present = await read()
  if (present.active !== version)
    await api(releaseActivate, { name, version, reason: '', rowVersion: present.rowVersion })
}
