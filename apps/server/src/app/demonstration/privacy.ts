import { globalTenantId, type PrivacyGround, userStatus } from '@atrium/contract'
import { uuidv7 } from 'uuidv7'
import { administratorName } from '../../modules/access/index.ts'
import {
  emailKey,
  fullNameOf,
  noteUserNameLooks,
  userNameKey,
} from '../../modules/identity/identifiers/index.ts'
import { pseudonymise } from '../../modules/privacy/index.ts'
import { recordAudit } from '../../platform/audit/index.ts'
import { asPlatform, asSystem, setRole, type Trx } from '../../platform/database/transaction.ts'
import data from './data/privacy.json' with { type: 'json' }
import { daysAgo, type Ids, idOf } from './rows.ts'
import type { AddedStudy } from './studies.ts'

/** A request to pseudonymise somebody who has left; pending without `decisionDaysAgo`. */
interface DemoRequest {
  readonly userName: string
  readonly fullName: string
  readonly fullNameEn: string
  readonly email: string
  readonly daysAgo: number
  readonly ground: PrivacyGround
  readonly reason: string
  readonly decisionDaysAgo?: number
  readonly decisionReason?: string
}

/** Adds a user of the platform who cannot sign in. @returns the id; undefined if the name or address is in use */
async function addUser(
  trx: Trx,
  {
    userName,
    email = '',
    ...user
  }: Pick<DemoRequest, 'userName' | 'fullName' | 'fullNameEn'> & {
    readonly email?: string
    readonly roleId?: string
    readonly status?: string
  },
): Promise<string | undefined> {
  const added = await trx
    .insertInto('appUser')
    .values({
      ...{ ...user, id: uuidv7(), userName, userNameKey: userNameKey(userName) },
      ...{ email, emailKey: emailKey(email), createdAt: daysAgo(900) },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) await noteUserNameLooks(trx, added.id, userName)
  return added?.id
}

/** Adds a request of the officer about somebody whose account is locked, with the administrator's approval if any. */
async function addRequest(
  trx: Trx,
  { userName, fullName, fullNameEn, email, ...request }: DemoRequest,
  [requestedBy, decidedBy]: readonly [officer: string, administrator: string],
): Promise<void> {
  const userId = await addUser(trx, { userName, fullName, fullNameEn, email, status: userStatus.locked })
  if (userId === undefined) return
  const id = uuidv7()
  const { ground, reason, decisionDaysAgo, decisionReason = '' } = request
  await trx
    .insertInto('privacyRequest')
    .values({
      ...{ id, userId, ground, reason, createdAt: daysAgo(request.daysAgo), requestedBy },
      requesterName: await fullNameOf(trx, requestedBy),
    })
    .execute()
  if (decisionDaysAgo === undefined) return
  const pseudonym = await pseudonymise(trx, userId)
  await trx
    .updateTable('privacyRequest')
    .set({ state: 'approved', decidedBy, deciderName: await fullNameOf(trx, decidedBy), decisionReason })
    .set({ decidedAt: daysAgo(decisionDaysAgo), pseudonym })
    .where('id', '=', id)
    .execute()
}

/** Adds an export, requests for a pseudonym and legal holds. The platform's administrator has approved and placed. */
export async function addPrivacy(
  trx: Trx,
  rows: { readonly tenantIds: Ids; readonly studies: ReadonlyMap<string, AddedStudy>; readonly userIds: Ids },
): Promise<void> {
  const administrator = await trx
    .selectFrom('appUser')
    .select('id')
    .where('userNameKey', '=', userNameKey(administratorName))
    .executeTakeFirst()
  const { role: roleId, ...names } = data.officer
  const officer = await addUser(trx, { ...names, roleId })
  if (!administrator || officer === undefined) return
  const placerName = await fullNameOf(trx, administrator.id)
  for (const { tenant, study, daysAgo: days, ...hold } of data.holds)
    await trx
      .insertInto('legalHold')
      .values({
        ...{ ...hold, id: uuidv7(), scope: 'study', heldTenant: idOf(rows.tenantIds, tenant) },
        ...{ heldStudy: rows.studies.get(study)?.id ?? null, placedBy: administrator.id, placerName },
        createdAt: daysAgo(days),
      })
      .execute()
  // Only the server itself pseudonymises.
  await setRole(trx, asSystem)
  for (const request of data.requests as readonly DemoRequest[])
    await addRequest(trx, request, [officer, administrator.id])
  const exported = rows.userIds.get(data.exported.user)
  if (exported !== undefined)
    await recordAudit(trx, {
      ...{ actorId: exported, actorName: data.exported.user, tenantId: globalTenantId },
      ...{ call: '/privacy/export', entity: 'privacy_export', entityId: exported },
      after: { userId: exported, count: data.exported.count },
    })
  await setRole(trx, asPlatform)
}
