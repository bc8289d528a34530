import { codes, releaseActivate, releaseRollback, releaseRollout, releaseUndo } from '@atrium/contract'
import type { Trx } from '../../platform/database/transaction.ts'
import { reject } from '../../platform/http/rejection.ts'
import { handle, type Route } from '../../platform/http/route.ts'
import type { Audit } from '../../platform/http/work.ts'
import {
  activating,
  changeModule,
  type ModuleChange,
  type ModuleRow,
  moduleToChange,
  noteRollback,
  rejectStaleModule,
  rollingBack,
  sharing,
} from './change.ts'
import { readHost } from './locations.ts'
import { findRelease, rejectFor, runRejections } from './rejections.ts'
import type { Releases } from './releases.ts'
import { handleTeam } from './team-routes.ts'

/** Rejects a release that is unknown (404) or currently cannot run (422, with every reason). */
export async function checkRunnable(
  trx: Trx,
  { locations }: Releases,
  release: { readonly name: string; readonly version: string },
): Promise<void> {
  const known = (await findRelease(trx, release)) ?? reject(codes.notFound)
  rejectFor(await runRejections(locations, await readHost(locations), known))
}

interface Done {
  readonly trx: Trx
  readonly audit: Audit
  readonly reason: string
}

/** Applies a change and audits it. */
async function apply(
  { trx, audit, reason }: Done,
  before: ModuleRow,
  change: ModuleChange,
): Promise<ModuleRow> {
  const after = await changeModule(trx, before, change)
  audit({ entity: 'remote_module', entityId: before.id, before, after, reason })
  return after
}

const activateRoute = handle(releaseActivate, async ({ input, trx, audit, services }) => {
  const { name, version, reason, rowVersion } = input
  const module = await moduleToChange(trx, name)
  const change = activating(module, version)
  await rejectStaleModule(trx, module, change, rowVersion)
  await checkRunnable(trx, services.releases, { name, version })
  if (module.active === version) reject(codes.conflict, 'release.refusal.active')
  await apply({ trx, audit, reason }, module, change)
  return null
})

const rollbackRoute = handle(releaseRollback, async ({ input, trx, audit, services }) => {
  const { name, reason, rowVersion } = input
  const module = await moduleToChange(trx, name)
  const change = rollingBack(module)
  await rejectStaleModule(trx, module, change, rowVersion)
  await checkRunnable(trx, services.releases, { name, version: module.previous })
  await noteRollback(trx, name, module.active)
  await apply({ trx, audit, reason }, module, change)
  return null
})

const shareRoute = handle(releaseRollout, async ({ input, trx, audit, services }) => {
  const { name, version, percentage, reason, rowVersion } = input
  const module = await moduleToChange(trx, name)
  const change = sharing(version, percentage)
  await rejectStaleModule(trx, module, change, rowVersion)
  if (percentage > 0) {
    await checkRunnable(trx, services.releases, { name, version })
    if (module.active === version) reject(codes.conflict, 'release.refusal.active')
  }
  await apply({ trx, audit, reason }, module, change)
  return null
})

/** Returns whether a release was rolled back and is in no rollout since. */
async function isRolledBack(trx: Trx, { id, shareVersion }: ModuleRow, version: string): Promise<boolean> {
  const known = await findRelease(trx, { name: id, version })
  return known?.rolledBackAt != null && shareVersion !== version
}

const undoRoute = handleTeam(releaseUndo, async ({ input, trx, audit, team, services }) => {
  const { name, version, reason } = input
  if (!team.remotes[name]) reject(codes.forbidden, 'release.refusal.key', { names: name })
  const module = await moduleToChange(trx, name)
  if (module.active !== version) {
    if (!(await isRolledBack(trx, module, version)))
      reject(codes.conflict, 'release.refusal.notActive', { version })
    // The team repeats the call, e.g. because the first response was lost.
    audit({ entity: 'remote_module', entityId: name, before: module, after: module, reason })
    return { active: module.active }
  }
  const change = rollingBack(module)
  await checkRunnable(trx, services.releases, { name, version: module.previous })
  await noteRollback(trx, name, version)
  const { active } = await apply({ trx, audit, reason }, module, change)
  return { active }
})

export const operateRoutes: readonly Route[] = [activateRoute, rollbackRoute, shareRoute, undoRoute]
