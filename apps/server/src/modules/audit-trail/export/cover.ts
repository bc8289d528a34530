import { createHash } from 'node:crypto'
import { globalTenantId } from '@atrium/contract'
import { fingerprintOf } from '../../../platform/audit/index.ts'
import { inTenants, nameIn } from '../../../platform/crud/index.ts'
import { watermarkOf } from '../../../platform/export/watermark.ts'
import { timeIn } from '../times.ts'
import { choices } from '../words/index.ts'
import type { ExportedEvent } from './events.ts'
import { exportTexts } from './texts/index.ts'
import { type TrailExport, zoneOf } from './work.ts'

export const attachmentName = 'audit-trail.json'

type Fact = readonly [name: string, value: string]

const person = (fullName: string, userName: string): string =>
  fullName === '' ? userName : `${fullName} (${userName})`

/** Returns the filters in words: their names and values, without filters that are not set. */
async function filtersInWords(
  { work, filters }: TrailExport,
  [newest]: readonly ExportedEvent[],
): Promise<readonly Fact[]> {
  const { trx, as, t, language } = work
  const nameOf = (rows: readonly { readonly name: string }[], id: string) => rows[0]?.name ?? id
  const tenants = await trx
    .selectFrom('tenant')
    .select('tenantName as name')
    .where('id', '=', filters.tenantId)
    .where('id', '<>', globalTenantId)
    .where(inTenants(as, 'tenant.id'))
    .execute()
  const studies = await trx
    .selectFrom('study')
    .select('studyName as name')
    .where('id', '=', filters.studyId)
    .where(inTenants(as, 'study.tenantId'))
    .execute()
  const known = choices(language)
  const choice = (options: typeof known.calls, code: string) =>
    options.find((option) => option.code === code)?.desc ?? code
  const days = [filters.startTime, filters.endTime]
  // Names of person and thing come from the events, since the caller may see those. Without events, the id remains.
  const actor = newest ? person(newest.actorFullName, newest.actorName) : filters.actorId
  const thing = newest?.entityId === filters.entityId ? newest.entityName : ''
  const facts: Fact[] = [
    [t('auditTrail.tenantName'), nameOf(tenants, filters.tenantId)],
    [t('auditTrail.actorName'), filters.actorId === '' ? '' : actor],
    [t('auditTrail.studyName'), nameOf(studies, filters.studyId)],
    [t('auditTrail.entity'), filters.entity === '' ? '' : choice(known.entities, filters.entity)],
    [t('auditTrail.entityName'), thing === '' ? filters.entityId : `${thing} (${filters.entityId})`],
    [t('auditTrail.call'), filters.call === '' ? '' : choice(known.calls, filters.call)],
    [t('auditTrail.requestId'), filters.requestId],
    [
      exportTexts[language].period,
      days.every((day) => day === '') ? '' : `${days.join(' – ')} (${zoneOf(work)})`,
    ],
  ]
  return facts.filter(([, value]) => value !== '')
}

/** Returns the facts on the cover page. */
export async function coverOf(
  source: TrailExport,
  events: readonly ExportedEvent[],
  { at, attachment }: { readonly at: Date; readonly attachment: Uint8Array },
): Promise<readonly Fact[]> {
  const { trx, caller, language, services } = source.work
  const texts = exportTexts[language]
  const [user] = await trx
    .selectFrom('appUser')
    .select(nameIn(language, 'appUser.fullName').as('fullName'))
    .where('id', '=', caller.userId)
    .execute()
  const filters = await filtersInWords(source, events)
  const zones = new Set([zoneOf(source.work), 'UTC'])
  return [
    ...watermarkOf(source.work),
    [texts.exportedBy, person(user?.fullName ?? '', caller.userName)],
    [texts.exportedAt, [...zones].map((zone) => `${timeIn(zone)(at)} (${zone})`).join('\n')],
    [texts.filters, filters.map((fact) => fact.join(': ')).join('\n') || texts.none],
    [texts.count, String(events.length)],
    [texts.attachment, attachmentName],
    [texts.attachmentHash, createHash('sha256').update(attachment).digest('hex')],
    [texts.keyFingerprint, fingerprintOf(services.secrets.auditKey)],
  ]
}
