import { randomBytes, randomUUID } from 'node:crypto'
import { categories, defaultPin, softwareCodes } from '@atrium/contract'
import { sql } from 'kysely'
import type { TestDatabase } from '../../../test-support/index.ts'
import { tenantAdministrator } from '../../modules/access/index.ts'
import { addFile } from '../../modules/files/test-kit/index.ts'
import { addUser } from '../../modules/identity/sign-in/test-kit/index.ts'
import { addMessage } from '../../modules/messages/log/test-kit/index.ts'
import { addSignInRow, failedNotice } from '../../modules/openid-provider/test-kit/index.ts'
import { addLinkedStudy } from '../../modules/products/licences/test-kit/index.ts'
import { beginSession } from '../../platform/caller/sessions.ts'
import { asSystem, inTransaction } from '../../platform/database/index.ts'
import { openReview } from './access-review-mutations.ts'
import { inspectionRow } from './inspection-mutations.ts'
import { openTrailReview } from './trail-review-mutations.ts'

/** One row of every kind that a tenant can have. */
export interface TenantThings {
  /** Text that is part of each of these ids and texts, and occurs nowhere else. */
  readonly mark: string
  /** Ids of the rows by their kind. */
  readonly ids: Readonly<Record<Kind, string>>
}

const kinds = [
  'tenant',
  'user',
  'tenantUser',
  'entry',
  'childEntry',
  'calendar',
  'invitation',
  'domain',
  'productSignIn',
  'file',
  'licence',
  'study',
  'studySite',
  'studyUrl',
  'studyUser',
  'productAuthorization',
  'unblinding',
  'roleConflict',
  'accessReview',
  'accessReviewItem',
  'trailReview',
  'trailReviewFinding',
  'inspection',
  'accessRequest',
  'training',
  'trainingRequirement',
  'trainingEvidence',
  'trainingOverride',
  'department',
  'tenantSite',
  'sms',
  'mail',
  'auditEvent',
] as const
export type Kind = (typeof kinds)[number]

const newMark = (): string => `x${randomBytes(6).toString('hex')}`

/** Adds a tenant with one row of every kind, as `owner` of the database. */
export async function addForeignTenant(database: TestDatabase): Promise<TenantThings> {
  const mark = newMark()
  const id = `${mark}-tenant`
  await database.owner
    .insertInto('tenant')
    .values({ id, tenantName: mark, tenantCode: mark, abbr: mark, categoryId: `${mark}-entry` })
    .execute()
  return addThings(database, id, mark)
}

/** Adds one row of every kind to an existing tenant. */
export async function addThings(
  database: TestDatabase,
  tenantId: string,
  mark = newMark(),
): Promise<TenantThings> {
  const { owner } = database
  const named = (kind: string) => `${mark}-${kind}`
  const made = Object.fromEntries(kinds.map((kind) => [kind, named(kind)])) as TenantThings['ids']
  const ids = { ...made, tenant: tenantId }
  const { user: userId } = ids
  const email = `${mark}@hospital.example`
  await addUser(database, {
    id: userId,
    userName: mark,
    fullName: mark,
    phone: mark,
    remark: mark,
    email,
    emailKey: email,
  })
  await inTransaction(database.db, asSystem, (trx) =>
    beginSession(trx, userId, { address: '192.0.2.9', userAgent: mark }),
  )
  const roleId = tenantAdministrator.id
  await owner.insertInto('tenantUser').values({ tenantId, id: ids.tenantUser, userId, roleId }).execute()
  const entry = { tenantId, categoryId: categories.position, dicName: mark, dicCode: mark, sort: 1 }
  await owner
    .insertInto('dictionary')
    .values({ ...entry, id: ids.entry })
    .execute()
  await owner
    .insertInto('dictionary')
    .values({ ...entry, id: ids.childEntry, parentId: ids.entry, dicCode: named('child') })
    .execute()
  await owner
    .insertInto('holiday')
    .values({ tenantId, id: ids.calendar, lawHolidays: '{2026-10-01}', extraWorkdays: '{}' })
    .execute()
  await owner
    .insertInto('tenantPin')
    .values({ tenantId, id: tenantId, ...defaultPin })
    .execute()
  await owner
    .insertInto('changeReasonPolicy')
    .values({
      ...{ tenantId, id: tenantId, kinds: ['delete'] },
      reasons: JSON.stringify([{ code: mark, name: mark, nameEn: mark, enabled: true }]),
    })
    .execute()
  await owner.insertInto('signaturePolicy').values({ tenantId, id: tenantId, signed: '[]' }).execute()
  await owner
    .insertInto('invitation')
    .values({
      tenantId,
      id: ids.invitation,
      keyHash: mark,
      email,
      emailKey: email,
      language: 'zh',
      roleId,
      invitedBy: userId,
      inviterName: mark,
      expiresAt: sql<Date>`now() + interval '1 day'`,
    })
    .execute()
  const url = `https://${mark}.example`
  const softwareId = softwareCodes.edc
  await owner
    .insertInto('tenantUrl')
    .values({ tenantId, id: ids.domain, softwareId, urlName: mark, url, mobileUrl: url })
    .execute()
  await addSignInRow(owner, {
    ...{ tenantId, id: ids.productSignIn, tenantUrlId: ids.domain, userId },
    ...failedNotice,
  })
  await owner
    .insertInto('tenantSoftware')
    .values({ tenantId, id: ids.licence, softwareId: softwareCodes.rtsm })
    .execute()
  const { study: studyId, studyUrl: studyUrlId, domain: tenantUrlId } = ids
  await addLinkedStudy(owner, { tenantId, softwareId, tenantUrlId, studyId, id: studyUrlId })
  await owner
    .insertInto('studyUser')
    .values({ tenantId, id: ids.studyUser, studyUrlId, tenantUserId: ids.tenantUser })
    .execute()
  await owner
    .insertInto('productAuthorization')
    .values({
      tenantId,
      id: ids.productAuthorization,
      studyUrlId,
      tenantUserId: ids.tenantUser,
      grants: JSON.stringify({ generalRoleId: mark, roles: [], siteIds: [], allSites: true }),
      language: 'zh',
      batchId: mark,
    })
    .execute()
  await owner
    .insertInto('unblinding')
    .values({
      ...{
        tenantId,
        id: ids.unblinding,
        studyUrlId,
        studyId,
        softwareId,
        tenantUserId: ids.tenantUser,
        userId,
      },
      ...{ studyName: mark, studyCode: mark, personName: mark, requestedBy: userId, requesterName: mark },
      grants: JSON.stringify({ generalRoleId: mark, roles: [], siteIds: [], allSites: true }),
      language: 'zh',
    })
    .execute()
  await owner
    .insertInto('accessRequestRule')
    .values({ tenantId, id: tenantId, scope: 'all', days: 14 })
    .execute()
  await owner
    .insertInto('accessRequest')
    .values({
      ...{ tenantId, id: ids.accessRequest, studyUrlId, studyId, softwareId, reason: mark },
      ...{ tenantUserId: ids.tenantUser, userId, personName: mark, studyName: mark, studyCode: mark },
      wanted: JSON.stringify({ generalRoleId: mark, roles: [], siteIds: [], allSites: true }),
      expiresAt: sql<Date>`now() + interval '1 day'`,
    })
    .execute()
  await owner
    .insertInto('training')
    .values({ tenantId, id: ids.training, code: mark, name: mark, kind: 'gcp', months: 0 })
    .execute()
  await owner
    .insertInto('trainingEvidence')
    .values({
      ...{ tenantId, id: ids.trainingEvidence, trainingId: ids.training, userId, personName: mark },
      ...{ doneOn: '2026-01-15', fileId: ids.file, fileName: mark },
    })
    .execute()
  // The evidence is valid, so that nobody is stopped.
  await owner
    .insertInto('trainingRequirement')
    .values({
      tenantId,
      id: ids.trainingRequirement,
      studyUrlId,
      trainingId: ids.training,
      roleId: '',
      roleName: '',
    })
    .execute()
  await owner
    .insertInto('trainingOverride')
    .values({
      ...{ tenantId, id: ids.trainingOverride, studyUrlId, tenantUserId: ids.tenantUser, userId },
      ...{ personName: mark, reason: mark, lastDay: '2099-12-31', validUntil: new Date('2100-01-01') },
      ...{ decidedBy: userId, deciderName: mark },
    })
    .execute()
  await owner
    .insertInto('roleConflict')
    .values({
      ...{ tenantId, id: ids.roleConflict, reason: mark },
      ...{ softwareId, roleId: mark, roleName: mark },
      ...{ otherSoftwareId: softwareId, otherRoleId: named('other'), otherRoleName: mark },
    })
    .execute()
  const access = openReview(tenantId, userId, mark)
  await owner
    .insertInto('accessReview')
    .values({ ...access.review, id: ids.accessReview, name: mark })
    .execute()
  await owner
    .insertInto('accessReviewItem')
    .values({ ...access.item, id: ids.accessReviewItem, reviewId: ids.accessReview })
    .execute()
  const trail = openTrailReview(tenantId, userId, mark)
  const part = { reviewId: ids.trailReview }
  await owner
    .insertInto('trailReview')
    .values({ ...trail.review, id: ids.trailReview })
    .execute()
  await owner
    .insertInto('trailReviewLook')
    .values({ ...trail.look, ...part })
    .execute()
  await owner
    .insertInto('trailReviewFinding')
    .values({ ...trail.finding, ...part, id: ids.trailReviewFinding })
    .execute()
  await owner
    .insertInto('inspection')
    .values({
      ...{ ...inspectionRow(tenantId, userId, [studyId]), id: ids.inspection, authority: mark },
      // Otherwise the account would be an inspector's.
      closedAt: new Date(),
    })
    .execute()
  await owner
    .insertInto('department')
    .values({ tenantId, id: ids.department, departmentName: mark })
    .execute()
  await owner
    .insertInto('departmentUser')
    .values({ tenantId, departmentId: ids.department, tenantUserId: ids.tenantUser })
    .execute()
  // The site belongs to the platform, so its name does not contain the mark.
  const site = { id: randomUUID(), siteName: '他人中心', levelId: '', typeId: '' }
  await owner.insertInto('site').values(site).execute()
  await owner
    .insertInto('tenantSite')
    .values({ tenantId, id: ids.tenantSite, siteId: site.id, siteName: site.siteName, nickName: mark })
    .execute()
  await owner
    .insertInto('studySite')
    .values({ tenantId, id: ids.studySite, studyId, tenantSiteId: ids.tenantSite, code: mark })
    .execute()
  // Modules belong to no tenant.
  const module = { id: 'module-of-all', rolledBackAt: null }
  await owner
    .insertInto('remoteModule')
    .values(module)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const held = { mode: 'validated', version: '1.0.0', acceptedAt: null, acceptedBy: mark } as const
  await owner
    .insertInto('tenantRelease')
    .values({ tenantId, id: named('tenantRelease'), name: module.id, ...held })
    .execute()
  await addFile(database, { tenantId, id: ids.file, fileName: mark })
  const event = { entity: 'tenant', entityId: tenantId, call: '/tenant/save', actorName: mark, reason: mark }
  await inTransaction(database.db, asSystem, (trx) =>
    trx
      .insertInto('auditEvent')
      .values({ ...event, tenantId, id: ids.auditEvent, actorId: userId, studyId: null, subjects: null })
      .execute(),
  )
  await addMessage(database, 'sms', { tenantId, id: ids.sms, recipient: mark })
  await addMessage(database, 'email', { tenantId, id: ids.mail, recipient: email, subject: mark })
  return { mark, ids }
}

/** Returns the tables whose rows belong to tenants and can be edited. */
export async function tablesOfTenants({ owner }: TestDatabase): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name in ('tenant_id', 'row_version')
    group by 1 having count(*) = 2 order by 1`.execute(owner)
  return rows.map(({ name }) => name)
}
