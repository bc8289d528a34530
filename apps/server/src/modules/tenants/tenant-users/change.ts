import { membershipStatus, type RequestOf, tenantUserUpdateBase } from '@atrium/contract'
import { sql } from 'kysely'
import type { Caller } from '../../../platform/caller/caller.ts'
import { rejectingDeletedReferences, rejectStale } from '../../../platform/crud/index.ts'
import { type FieldIssue, fieldIssue, rejectFields } from '../../../platform/http/rejection.ts'
import { handle } from '../../../platform/http/route.ts'
import { type Membership, membershipForUpdate, namedIssues } from './membership.ts'

type Fields = Omit<RequestOf<typeof tenantUserUpdateBase>, 'id' | 'rowVersion'>

/** Returns the sent values by column. */
const columnsOf = ({ role, typeId, positionId, enabled }: Fields): Partial<Membership> =>
  Object.fromEntries(
    Object.entries({ roleId: role, typeId, positionId, enabled }).filter(([, value]) => value !== undefined),
  )

/** Rejects changes of users' own role, and disabling themselves. */
const ownIssues = (caller: Caller, row: Membership, next: Membership): FieldIssue[] =>
  row.userId !== caller.userId
    ? []
    : [
        ...(next.roleId !== row.roleId ? [fieldIssue('role', 'tenantUser.rule.ownRole')] : []),
        ...(next.enabled !== row.enabled && next.enabled === membershipStatus.disabled
          ? [fieldIssue('enabled', 'tenantUser.rule.ownDisabling')]
          : []),
      ]

/** Returns the sent values that differ from the stored ones. */
const changedOf = ({ role, typeId, positionId }: Fields, row: Membership) => ({
  role: role === row.roleId ? undefined : role,
  typeId: typeId === row.typeId ? undefined : typeId,
  positionId: positionId === row.positionId ? undefined : positionId,
})

/**
 * Handles POST /tenantUser/update/base. Sessions continue: each call reads the caller's current rights, so a new role
 * or a disabled membership takes effect with the next call, on every server.
 */
export const tenantUserUpdateBaseRoute = handle(tenantUserUpdateBase, async (job) => {
  const { input, caller, trx, audit } = job
  const { id, rowVersion, ...fields } = input
  const row = await membershipForUpdate(job, id)
  const columns = columnsOf(fields)
  if (rowVersion !== undefined)
    await rejectStale(trx, 'tenant_user', row, columns, rowVersion, { names: { roleId: 'role' } })
  const next = { ...row, ...columns, rowVersion: row.rowVersion + 1 }
  rejectFields(ownIssues(caller, row, next))
  rejectFields(await namedIssues(job, row.tenantId, changedOf(fields, row)))
  await rejectingDeletedReferences(() =>
    trx
      .updateTable('tenantUser')
      .set({ ...columns, rowVersion: next.rowVersion, updatedAt: sql<Date>`now()` })
      .where('tenantId', '=', row.tenantId)
      .where('id', '=', id)
      .execute(),
  )
  audit({ entity: 'tenant_user', entityId: id, tenantId: row.tenantId, before: row, after: next })
  return null
})
