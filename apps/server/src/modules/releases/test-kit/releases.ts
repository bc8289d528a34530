import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type HostDescription, integrityOf, type ReleaseManifest } from '@atrium/federation/registry'
import { sql } from 'kysely'
import type { TestDatabase } from '../../../../test-support/index.ts'
import { asSystem, inTransaction } from '../../../platform/database/index.ts'
import { insertRelease } from '../accept.ts'
import type { ReleaseLocations } from '../locations.ts'

/** Capabilities that the tests' shell offers to remotes. */
export const hostOffers: HostDescription = {
  api: 1,
  shared: { react: '19.3.1' },
  parts: { react: ['useState', 'useEffect'] },
  calls: {},
}

/** Keys of two teams. The first is trusted for the tests' remotes, the second is not. */
export const teamKeys = {
  trusted: generateKeyPairSync('ed25519'),
  other: generateKeyPairSync('ed25519'),
} as const

const publicKey = (key: KeyObject): string => key.export({ format: 'der', type: 'spki' }).toString('base64')

/** Remotes that the tests' team may release. */
const testRemotes = ['greeting', 'ledger'] as const

/**
 * Writes the shell description and the trusted keys that a server reads.
 * @param trust `activate`: whether accepted releases become active immediately; `trusted`: whether the team is
 * trusted at all
 */
export function prepareReleases(
  { webFolder, releasesFolder, keysFile = '' }: ReleaseLocations,
  { activate = false, trusted = true }: { readonly activate?: boolean; readonly trusted?: boolean } = {},
): void {
  mkdirSync(join(webFolder, 'shell'), { recursive: true })
  mkdirSync(releasesFolder, { recursive: true })
  writeFileSync(join(webFolder, 'shell/host.json'), JSON.stringify(hostOffers))
  const ofTeam = testRemotes.map((name) => [
    name,
    { keys: { 'team-1': publicKey(teamKeys.trusted.publicKey) }, activate, routes: [`/${name}`] },
  ])
  const others = { elsewhere: { keys: { 'team-2': publicKey(teamKeys.other.publicKey) } } }
  writeFileSync(keysFile, JSON.stringify({ ...(trusted && Object.fromEntries(ofTeam)), ...others }))
}

/** Returns the files of a test release. */
const filesOf = (name: string, version: string) => ({
  'entry.js': `/* ${name} ${version} */`,
  'routes.js': `/* routes of ${name} ${version} */`,
})

/**
 * Creates a manifest.
 * @param changed fields that differ from the default
 */
export function manifestOf(
  name: string,
  version: string,
  changed: Partial<ReleaseManifest> = {},
): ReleaseManifest {
  const files = filesOf(name, version)
  return {
    name,
    version,
    routes: [`/${name.replaceAll('-', '')}`],
    container: { global: `${name}_${version}`.replaceAll(/\W/g, '_'), entry: 'entry.js' },
    exposes: { routes: { scripts: ['routes.js'], styles: [] }, mount: { scripts: [], styles: [] } },
    texts: {},
    needs: { host: 1, shared: { react: '^19.0.0' }, parts: { react: ['useState'] }, calls: {} },
    files: Object.fromEntries(
      Object.entries(files).map(([file, content]) => [
        file,
        { integrity: integrityOf(content), size: content.length },
      ]),
    ),
    ...changed,
  }
}

/** Signs a manifest; returns base64. */
export const signManifest = (text: string, key: KeyObject = teamKeys.trusted.privateKey): string =>
  sign(null, Buffer.from(text), key).toString('base64')

/** Writes the files of a release into the server's folder. @returns the manifest as text */
export function putRelease({ releasesFolder }: ReleaseLocations, manifest: ReleaseManifest): string {
  const folder = join(releasesFolder, manifest.name, manifest.version)
  mkdirSync(folder, { recursive: true })
  for (const [file, content] of Object.entries(filesOf(manifest.name, manifest.version)))
    writeFileSync(join(folder, file), content)
  const text = JSON.stringify(manifest)
  writeFileSync(join(folder, 'release.json'), text)
  return text
}

/**
 * Registers releases of a remote and writes their files. The last one is active, and the one before it is the
 * previous release.
 */
export async function addModule(
  database: TestDatabase,
  locations: ReleaseLocations,
  name: string,
  versions: readonly string[],
): Promise<void> {
  await inTransaction(database.db, asSystem, async (trx) => {
    await trx
      .insertInto('remoteModule')
      .values({
        id: name,
        active: versions.at(-1) ?? '',
        previous: versions.at(-2) ?? '',
        rolledBackAt: null,
      })
      .execute()
    for (const version of versions) {
      const manifest = manifestOf(name, version)
      const integrity = integrityOf(putRelease(locations, manifest))
      const address = `/remotes/${name}/${version}/release.json`
      await insertRelease(trx, { manifest, integrity, address, signedBy: 'team-1' })
    }
  })
}

/** Registers a remote with 1.1.0 as active release, 1.0.0 as previous one, and 1.2.0 not yet activated. */
export async function addModuleWithNext(
  database: TestDatabase,
  locations: ReleaseLocations,
  name: string,
): Promise<void> {
  await addModule(database, locations, name, ['1.0.0', '1.1.0', '1.2.0'])
  const counting = { active: '1.1.0', previous: '1.0.0' }
  await database.owner.updateTable('remoteModule').set(counting).where('id', '=', name).execute()
}

/** Makes the next transaction that changes a module fail at its commit, so that it is retried. */
export async function failNextCommit({ owner }: TestDatabase, name: string): Promise<void> {
  const [commits, fail] = [`commits of ${name}`, `fail once for ${name}`]
  await sql`create sequence ${sql.id(commits)}`.execute(owner)
  await sql`create function ${sql.id(fail)}() returns trigger language plpgsql security definer as $$
    begin
      if nextval(${sql.lit(`"${commits}"`)}) = 1 then raise exception using errcode = '40001'; end if;
      return null;
    end $$`.execute(owner)
  await sql`create constraint trigger ${sql.id(fail)} after update on remote_module deferrable initially deferred
    for each row when (new.id = ${sql.lit(name)}) execute function ${sql.id(fail)}()`.execute(owner)
}
