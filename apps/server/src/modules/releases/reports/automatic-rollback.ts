import { languages } from '@atrium/contract'
import type { FastifyBaseLogger } from 'fastify'
import { asSystem, inTransaction, type Trx } from '../../../platform/database/transaction.ts'
import type { Services } from '../../../platform/http/work.ts'
import { countRollback } from '../../../platform/observability/releases.ts'
import { translator } from '../../../platform/texts/translator.ts'
import {
  auditOwnChange,
  changeModule,
  type ModuleChange,
  type ModuleRow,
  moduleToChange,
  noShare,
  noteRollback,
} from '../change.ts'
import { readHost } from '../locations.ts'
import { findRelease, runRejections } from '../rejections.ts'
import {
  decides,
  hasLasted,
  isAlarming,
  isInUse,
  type Release,
  raiseAlarm,
  rollsBackByItself,
} from './alarms.ts'
import { countReporters, type Reporters } from './independence.ts'

/** Returns the change that handles a failing release; undefined if no release can replace it. */
async function remedy(
  trx: Trx,
  { locations }: Services['releases'],
  module: ModuleRow,
  version: string,
): Promise<ModuleChange | undefined> {
  const noted = { rolledBackFrom: version, rolledBackAt: new Date() }
  if (module.active !== version) return { ...noShare, ...noted }
  const host = await readHost(locations)
  for (const before of new Set([module.previous, module.suiteVersion])) {
    const known =
      before === version ? undefined : await findRelease(trx, { name: module.id, version: before })
    if (!known || (await runRejections(locations, host, known)).length > 0) continue
    return { active: before, previous: '', ...noShare, ...noted }
  }
  return undefined
}

/** Outcome for a failing release, with its counts. */
interface Outcome {
  readonly counts: Reporters
  /** Release that is active now; '' if none can replace the failing one, undefined if only an alarm was raised. */
  readonly to?: string
}

/**
 * Raises an alarm about a failing release. If it still fails some minutes later and automatic rollback is allowed,
 * rolls it back or ends its rollout.
 * @returns undefined if nothing changed
 */
async function judge(
  trx: Trx,
  { releases, profile }: Pick<Services, 'releases' | 'profile'>,
  release: Release,
): Promise<Outcome | undefined> {
  const { name, version } = release
  const { rollback } = profile.modules
  const before = await trx.selectFrom('remoteModule').selectAll().where('id', '=', name).executeTakeFirst()
  if (!before || !isInUse(before, version)) return undefined
  const counts = await countReporters(trx, release, rollback.minutes, before.updatedAt)
  if (!isAlarming(counts, rollback)) return undefined
  if (await raiseAlarm(trx, release)) return { counts }
  const isDue = (module: ModuleRow, counted: Reporters): boolean =>
    isInUse(module, version) && rollsBackByItself(module, rollback) && decides(counted, rollback)
  if (!isDue(before, counts) || !(await hasLasted(trx, release, rollback.alarmMinutes))) return undefined
  // The lock is taken only now, so the facts are read again.
  const module = await moduleToChange(trx, name)
  const countsNow = await countReporters(trx, release, rollback.minutes, module.updatedAt)
  if (!isDue(module, countsNow)) return undefined
  const change = await remedy(trx, releases, module, version)
  if (!change) return { counts: countsNow, to: '' }
  await noteRollback(trx, name, version)
  const after = await changeModule(trx, module, change)
  const { minutes } = rollback
  const reason = languages
    .map((language) => translator(language)('release.automatic', { version, minutes, ...countsNow }))
    .join(' / ')
  await auditOwnChange(trx, module, after, reason)
  return { counts: countsNow, to: after.active }
}

/** Releases for which this process has logged that none can replace them. */
const said = new Set<string>()

/** Raises an alarm about a failing release and later rolls it back, once over all processes. */
export async function judgeFailing(
  services: Pick<Services, 'db' | 'releases' | 'profile'>,
  logger: Pick<FastifyBaseLogger, 'warn'>,
  release: Release,
): Promise<void> {
  const outcome = await inTransaction(services.db, asSystem, (trx) => judge(trx, services, release))
  if (!outcome) return
  const { counts, to } = outcome
  if (to === undefined) {
    logger.warn({ ...release, ...counts }, 'release failing, alarm raised')
  } else if (to !== '') {
    logger.warn({ ...release, to, ...counts }, 'release rolled back automatically')
    countRollback(release.name)
  } else {
    const id = `${release.name}@${release.version}`
    if (!said.has(id)) logger.warn({ ...release, ...counts }, 'no release to roll back to')
    said.add(id)
  }
}
