import { codes, globalTenantId, languageOf, type RequestOf, tenantUserSave } from '@atrium/contract'
import { type NotNull, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { checkWritable, rejectingDeletedReferences } from '../../../platform/crud/index.ts'
import { isPlatform } from '../../../platform/database/transaction.ts'
import { reject, rejectFields } from '../../../platform/http/rejection.ts'
import { handleOwn } from '../../../platform/http/route.ts'
import type { OwnWork, Work } from '../../../platform/http/work.ts'
import { periodColumns } from '../../access/index.ts'
import { consumeLimit, spendCaused } from '../../identity/limits/index.ts'
import { foundUserOf } from './found-people.ts'
import { issuesOfPeriods, namedIssues } from './membership.ts'

type Job = Pick<
  Work<typeof tenantUserSave>,
  'input' | 'caller' | 'as' | 'language' | 't' | 'trx' | 'audit' | 'services'
>

/**
 * Twice the number of users that a tenant's administrator can find in an hour. The limit prevents flooding strangers'
 * mailboxes with this call.
 */
const maxPerHour = 240

const addingLimit = (callerId: string) => ({
  bucket: `adding:${callerId}`,
  max: maxPerHour,
  window: { seconds: 3600 },
})

/**
 * Returns the account ids to be added in a fixed order, so that concurrent additions of the same people cannot
 * deadlock.
 * @throws Rejection 404 if a tenant's administrator sends an id that is not from their own search for this tenant
 */
const peopleOf = ({ input, caller, as, services }: Omit<Job, 'trx' | 'audit'>): string[] => {
  const { tenantId, userIds } = input
  const finder = { callerId: caller.userId, tenantId }
  const people = isPlatform(as)
    ? userIds
    : userIds.map(
        (id) =>
          foundUserOf(services.secrets, finder, id) ?? reject(codes.notFound, 'tenantUser.refusal.notFound'),
      )
  return [...new Set(people)].toSorted()
}

/**
 * Adds the missing memberships.
 * @throws Rejection 404 if the role or the tenant has been deleted
 */
const insert = (
  { trx, caller, services }: Job,
  { tenantId, role: roleId, typeId, positionId, ...period }: RequestOf<typeof tenantUserSave>,
  people: readonly string[],
) => {
  const choosing = { timeZone: services.profile.timeZone, userId: caller.userId }
  const columns = {
    ...{ roleId, typeId, positionId },
    ...periodColumns('access', { from: period.accessFrom, until: period.accessUntil }, choosing),
    ...periodColumns('role', { from: period.roleFrom, until: period.roleUntil }, choosing),
  }
  return rejectingDeletedReferences(() =>
    trx
      .insertInto('tenantUser')
      .values(people.map((userId) => ({ tenantId, id: uuidv7(), userId, ...columns })))
      .onConflict((conflict) => conflict.columns(['tenantId', 'userId']).doNothing())
      .returningAll()
      .execute(),
  )
}

/**
 * Notifies users, in their own languages, that they now belong to a tenant. Users without an address, or at the daily
 * limit of messages that administrators may cause, get no message.
 */
const notify = async ({ trx, services }: Job, tenantId: string, people: readonly string[]) => {
  if (people.length === 0) return
  const notified = await trx
    .selectFrom('appUser')
    .innerJoin('tenantUser', 'tenantUser.userId', 'appUser.id')
    .innerJoin('tenant', 'tenant.id', 'tenantUser.tenantId')
    .select(['appUser.userName', 'appUser.email', 'appUser.emailKey', 'appUser.language'])
    .select('tenant.tenantName')
    .where('tenantUser.tenantId', '=', tenantId)
    .where('appUser.id', 'in', people)
    .where('appUser.emailKey', 'is not', null)
    .$narrowType<{ emailKey: NotNull }>()
    .orderBy('appUser.id')
    .execute()
  const mailable = await spendCaused(
    trx,
    services.profile.timeZone,
    notified.map((person) => person.emailKey),
  )
  await services.outbox.queueMessages(
    trx,
    notified
      .filter((person) => mailable.has(person.emailKey))
      .map(({ email: to, language, userName, tenantName }) => ({
        kind: 'email',
        to,
        language: languageOf(language),
        tenantId,
        template: 'addedToTenant',
        params: { userName, tenantName },
      })),
  )
}

/**
 * Rejects unknown ids from the platform. For tenant administrators this is unnecessary: they send only ids that they
 * have found, and accounts are never deleted.
 */
const rejectNobody = async ({ trx, as }: Job, people: readonly string[]): Promise<void> => {
  if (!isPlatform(as)) return
  const { count } = await trx
    .selectFrom('appUser')
    .select((from) => from.fn.countAll<number>().as('count'))
    .where('id', '=', sql<string>`any(${[...people]})`)
    .executeTakeFirstOrThrow()
  if (count < people.length) reject(codes.notFound, 'tenantUser.refusal.notFound')
}

async function add(job: Job, people: readonly string[]) {
  const { input, as, audit } = job
  const { tenantId } = input
  if (tenantId === globalTenantId) reject(codes.notFound)
  await checkWritable(job, tenantId)
  rejectFields([
    ...issuesOfPeriods(job.services.profile.timeZone, input),
    ...(await namedIssues(job, tenantId, input)),
  ])
  await rejectNobody(job, people)
  const list = await insert(job, input, people)
  if (!isPlatform(as))
    await notify(
      job,
      tenantId,
      list.map(({ userId }) => userId),
    )
  audit({ entity: 'tenant_user', entityId: tenantId, tenantId, after: { list } })
  return { added: list.length, present: people.length - list.length }
}

/** Consumes the limit before any lookup, so that failed attempts count like successful ones. */
const spendLimit = async ({ caller, as, system }: OwnWork<typeof tenantUserSave>, amount: number) => {
  if (isPlatform(as)) return
  const left = await system((trx) => consumeLimit(trx, addingLimit(caller.userId), amount))
  if (!left) reject(codes.limitReached, 'tenantUser.refusal.addedOften', { max: maxPerHour })
}

/** POST /tenantUser/save/batch. */
export const tenantUserSaveRoute = handleOwn(tenantUserSave, async (work) => {
  const people = peopleOf(work)
  await spendLimit(work, people.length)
  return work.asCaller((trx, audit) => add({ ...work, trx, audit }, people))
})
