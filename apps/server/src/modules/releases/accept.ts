import { releaseAccept, releaseCheck } from '@atrium/contract'
import type { ReleaseManifest } from '@atrium/federation/registry'
import { toJson } from '../../platform/database/json.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import type { Route } from '../../platform/http/route.ts'
import { activating, changeModule, lockRegistry, moduleToChange } from './change.ts'
import { readHost } from './locations.ts'
import { addressRejections, rejectFor, submissionRejections } from './rejections.ts'
import { handleTeam } from './team-routes.ts'

/** Release to be stored. */
interface NewRelease {
  readonly manifest: ReleaseManifest
  readonly integrity: string
  readonly address: string
  readonly signedBy: string
}

/** Adds a release to the registry. */
export const insertRelease = (trx: Trx, { manifest, integrity, address, signedBy }: NewRelease) => {
  const { name, version, routes, needs, files } = manifest
  const size = Object.values(files).reduce((sum, file) => sum + file.size, 0)
  return trx
    .insertInto('remoteRelease')
    .values({
      id: `${name}@${version}`,
      name,
      version,
      routes,
      address,
      integrity,
      size,
      needs: toJson(needs),
      signedBy,
      rolledBackAt: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

const checkRoute = handleTeam(releaseCheck, async ({ input, trx, team, services }) => {
  const host = await readHost(services.releases.locations)
  const sent = { text: input.manifest, signature: input.signature }
  const { refusals, submission } = await submissionRejections(trx, team, host, sent)
  return { refusals, known: submission?.known !== undefined }
})

const acceptRoute = handleTeam(releaseAccept, async ({ input, trx, team, services, audit }) => {
  const { releases, profile } = services
  // Allows only one change of the registry at a time.
  await lockRegistry(trx)
  const host = await readHost(releases.locations)
  const sent = { text: input.manifest, signature: input.signature }
  const { refusals, submission } = await submissionRejections(trx, team, host, sent)
  if (submission)
    refusals.push(
      ...(await addressRejections(releases.locations, profile.modules.origins, submission, input.address)),
    )
  rejectFor(refusals)
  if (!submission) throw new Error('the manifest was accepted but not parsed')
  const { manifest, integrity, known } = submission
  const { name, version } = manifest
  const present = await trx
    .selectFrom('remoteModule')
    .select('active')
    .where('id', '=', name)
    .executeTakeFirst()
  if (known) {
    audit({ entity: 'remote_release', entityId: known.id, before: known, after: known })
    return { name, version, active: present?.active === version, known: true }
  }
  if (!present) await trx.insertInto('remoteModule').values({ id: name, rolledBackAt: null }).execute()
  const after = await insertRelease(trx, {
    manifest,
    integrity,
    address: input.address,
    signedBy: team.name,
  })
  const active = team.remotes[name]?.activate === true
  if (active) {
    const module = await moduleToChange(trx, name)
    await changeModule(trx, module, activating(module, version))
  }
  audit({ entity: 'remote_release', entityId: after.id, after })
  return { name, version, active, known: false }
})

export const acceptRoutes: readonly Route[] = [checkRoute, acceptRoute]
