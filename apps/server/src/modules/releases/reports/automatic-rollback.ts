import { languages } from '@atrium/contract'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { asSystem, inTransaction, type Trx } from '../../../database/transaction.ts'
import type { Services } from '../../../http/work.ts'
import { countRollback } from '../../../observability/releases.ts'
import { readHost } from '../../../releases/index.ts'
import { translator } from '../../../texts/translator.ts'
import {
  auditOwnChange,
  changeModule,
  type ModuleChange,
  type ModuleRow,
  moduleToChange,
  noShare,
  noteRollback,
} from '../change.ts'
import { knownRelease, runRefusals } from '../refusals.ts'

interface Release {
  readonly name: string
  readonly version: string
}

/**
 * For how many persons a release loaded or failed, and for how many it failed, within the last minutes and since its
 * module was changed last: whoever activates it again has it counted anew. A person counts once, so that none outweighs
 * the others by failing often, or on many devices.
 */
async function personsOf(trx: Trx, { name, version }: Release, minutes: number, since: Date) {
  const from = sql`greatest(now() - make_interval(mins => ${minutes}::int), ${since}::timestamptz)`
  return trx
    .selectFrom('releasePerson')
    .select(sql<number>`count(*)::int`.as('seen'))
    .select(sql<number>`(count(*) filter (where failed_at >= ${from}))::int`.as('failed'))
    .where('name', '=', name)
    .where('version', '=', version)
    .where('seenAt', '>=', sql<Date>`${from}`)
    .executeTakeFirstOrThrow()
}

/** What is to be done about a release that fails; nothing where none can take its place. */
async function remedy(
  trx: Trx,
  { places }: Services['releases'],
  module: ModuleRow,
  version: string,
): Promise<ModuleChange | undefined> {
  const noted = { rolledBackFrom: version, rolledBackAt: new Date() }
  if (module.active !== version) return { ...noShare, ...noted }
  const host = await readHost(places)
  for (const before of new Set([module.previous, module.suiteVersion])) {
    const known =
      before === version ? undefined : await knownRelease(trx, { name: module.id, version: before })
    if (!known || (await runRefusals(places, host, known)).length > 0) continue
    return { active: before, previous: '', ...noShare, ...noted }
  }
  return undefined
}

/** What came of a release that fails: for how many it does, and what counts in its place, if anything can. */
interface Outcome {
  readonly counts: { readonly seen: number; readonly failed: number }
  readonly to: string | undefined
}

/** Rolls a release back, or ends its share, where it fails. @returns nothing where it does not */
async function rollBack(
  trx: Trx,
  { releases, profile }: Pick<Services, 'releases' | 'profile'>,
  release: Release,
): Promise<Outcome | undefined> {
  const { name, version } = release
  const { percentage, persons, minutes } = profile.modules.rollback
  const isBad = ({ seen, failed }: Outcome['counts']) =>
    failed >= persons && failed * 100 >= percentage * seen
  const before = await trx.selectFrom('remoteModule').selectAll().where('id', '=', name).executeTakeFirst()
  if (before?.active !== version && before?.shareVersion !== version) return undefined
  if (!isBad(await personsOf(trx, release, minutes, before.updatedAt))) return undefined
  // Only now everybody else has to wait: what was seen is looked at again.
  const module = await moduleToChange(trx, name)
  if (module.active !== version && module.shareVersion !== version) return undefined
  const counts = await personsOf(trx, release, minutes, module.updatedAt)
  if (!isBad(counts)) return undefined
  const change = await remedy(trx, releases, module, version)
  if (!change) return { counts, to: undefined }
  await noteRollback(trx, name, version)
  const after = await changeModule(trx, module, change)
  const reason = languages
    .map((language) => translator(language)('release.automatic', { version, minutes, ...counts }))
    .join(' / ')
  await auditOwnChange(trx, module, after, reason)
  return { counts, to: after.active }
}

/** Releases of which was said that none can take their place, by this process. */
const said = new Set<string>()

/**
 * Rolls a release back, or ends its share, where it failed for as many persons as the profile says: once, however many
 * processes see it.
 */
export async function rollBackFailing(
  services: Pick<Services, 'db' | 'releases' | 'profile'>,
  logger: Pick<FastifyBaseLogger, 'warn'>,
  release: Release,
): Promise<void> {
  const outcome = await inTransaction(services.db, asSystem, (trx) => rollBack(trx, services, release))
  if (!outcome) return
  const { counts, to } = outcome
  if (to !== undefined) {
    logger.warn({ ...release, to, ...counts }, 'release rolled back by itself')
    countRollback(release.name)
    return
  }
  const id = `${release.name}@${release.version}`
  if (!said.has(id)) logger.warn({ ...release, ...counts }, 'no release to roll back to')
  said.add(id)
}
