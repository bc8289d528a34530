import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { endSessions } from '../../platform/caller/sessions.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { reserveUserNameLooks, userNameKey } from '../identity/identifiers/index.ts'

/** Digits and capitals without the easily misread I, L, O and U (Crockford's base 32). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Returns a random pseudonym, such as `P-4K7Q0ZJ2MX`: fifty random bits, which nothing about the person determines. */
const newPseudonym = (): string =>
  `P-${Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('')}`

/** Fields of events about a person's own account that other people may share, and those that are the person's alone. */
const names = ['fullName', 'fullNameEn', 'birthday', 'remark', 'ucId'] as const
const contacts = ['userName', 'email', 'phone', 'contact'] as const

/**
 * Adds the digests of all names and contacts that the account has or ever had, as far as the trail in the database
 * knows them.
 */
async function addDigests(trx: Trx, userId: string, pseudonym: string): Promise<void> {
  await sql`
    with said as (
      select f.value as content, case when f.key = any (${[...names]}::text[]) then 'name' else 'contact' end as kind
      from audit_event e
      cross join lateral unnest(array[e.before, e.after]) as side (state)
      cross join lateral jsonb_each_text(case jsonb_typeof(side.state) when 'object' then side.state else '{}' end) f
      where e.entity in ('app_user', 'contact_change', 'email_verification') and e.entity_id = ${userId}
        and f.key = any (${[...names, ...contacts]}::text[])
      union all
      select unnest(array[full_name, full_name_en, to_char(birthday, 'YYYY-MM-DD'), remark, uc_id]), 'name'
      from app_user where id = ${userId}
      union all
      select unnest(array[user_name, user_name_key, email, email_key, phone, phone_key]), 'contact'
      from app_user where id = ${userId}
      union all
      select email, 'contact' from invitation where accepted_by = ${userId}
      union all
      select unnest(array[full_name, user_name]), unnest(array['name', 'contact'])
      from access_review_item where user_id = ${userId}
      union all
      select printed_name, 'name' from signature where user_id = ${userId}
    ),
    own as (
      select personal_digest(content) as digest, min(kind) as kind, min(lower(content)) as content
      from said where coalesce(content, '') <> '' and length(content) <= 1000 group by 1
    )
    insert into pseudonym (user_id, digest, kind, pseudonym)
    select ${userId}, own.digest, case when exists (select from app_user other where other.id <> ${userId}
        and (other.email_key = own.content or other.phone = own.content)) then 'name' else own.kind end, ${pseudonym}
    from own
    on conflict do nothing`.execute(trx)
}

/** SQL condition: a column has a former e-mail address or phone number of the person that no other account has. */
const isContactOf = (column: string, userId: string) => sql<boolean>`(
  exists (select from pseudonym p where p.user_id = ${userId} and p.kind = 'contact'
    and p.digest = personal_digest(${sql.ref(column)}))
  and not exists (select from app_user other where other.id <> ${userId}
    and (other.email_key = lower(${sql.ref(column)}) or other.phone = ${sql.ref(column)})))`

/** Replaces the person in messages, and wipes their content. Pending ones are not sent any more. */
async function replaceInMessages(trx: Trx, userId: string, pseudonym: string): Promise<void> {
  await trx
    .updateTable('message')
    .set({ recipient: pseudonym, subject: '', bodyEncrypted: null, wipedAt: sql<Date>`now()` })
    .set({ state: sql<'failed'>`case state when 'waiting' then 'failed' else state end` })
    .where(isContactOf('message.recipient', userId))
    .execute()
  await sql`update message_attempt set answer = ''
    where (tenant_id, message_id) in (select tenant_id, id from message where recipient = ${pseudonym})`.execute(
    trx,
  )
}

/** Columns with a copy of a person’s name or address that nobody has signed, each with the column of the person’s id. */
export const copies = [
  ['invitation', 'inviter_name', 'invited_by'],
  ['access_request', 'person_name', 'user_id'],
  ['access_request', 'decider_name', 'decided_by'],
  ['unblinding', 'person_name', 'user_id'],
  ['unblinding', 'requester_name', 'requested_by'],
  ['unblinding', 'decider_name', 'decided_by'],
  ['training_evidence', 'person_name', 'user_id'],
  ['training_evidence', 'recorder_name', 'recorded_by'],
  ['training_evidence', 'revoker_name', 'revoked_by'],
  ['training_override', 'person_name', 'user_id'],
  ['training_override', 'decider_name', 'decided_by'],
  ['inspection', 'inspector_name', 'user_id'],
  ['inspection', 'email', 'user_id'],
  ['inspection', 'opener_name', 'opened_by'],
  ['inspection', 'decider_name', 'decided_by'],
  ['inspection', 'closer_name', 'closed_by'],
  ['privacy_request', 'requester_name', 'requested_by'],
  ['privacy_request', 'decider_name', 'decided_by'],
  ['legal_hold', 'placer_name', 'placed_by'],
  ['legal_hold', 'releaser_name', 'released_by'],
] as const

/** Replaces the person in records that nobody has signed. */
async function replaceInRecords(trx: Trx, userId: string, pseudonym: string): Promise<void> {
  await trx
    .updateTable('invitation')
    .set({ email: pseudonym, emailKey: userNameKey(pseudonym) })
    .where((eb) => eb.or([eb('acceptedBy', '=', userId), isContactOf('invitation.email', userId)]))
    .execute()
  await trx
    .updateTable('tenantRelease')
    .set({ acceptedBy: pseudonym })
    .where(isContactOf('tenantRelease.acceptedBy', userId))
    .execute()
  for (const [table, name, id] of copies)
    await sql`update ${sql.table(table)} set ${sql.ref(name)} = ${pseudonym}
      where ${sql.ref(id)} = ${userId}`.execute(trx)
}

/** Deletes what only served signing in, and empties where the sessions came from. */
async function deleteSignIns(trx: Trx, userId: string): Promise<void> {
  await endSessions(trx, userId, 'locked')
  await trx.updateTable('session').set({ address: '', userAgent: '' }).where('userId', '=', userId).execute()
  await sql`delete from login_failure f using app_user u where u.id = ${userId}
    and f.name_key in (u.user_name_key, u.email_key, u.phone_key)`.execute(trx)
  await sql`delete from one_time_code c using app_user u where u.id = ${userId}
    and c.subject in (u.id, u.user_name_key, u.phone_key)`.execute(trx)
  // A bucket ends with the recipient that it counts.
  await trx
    .deleteFrom('rateLimit')
    .where(sql<boolean>`exists (select from pseudonym p where p.user_id = ${userId} and p.kind = 'contact'
      and p.digest = personal_digest(regexp_replace(rate_limit.bucket, '^.*:', '')))`)
    .execute()
  await trx.deleteFrom('contactChange').where('userId', '=', userId).execute()
  await trx.deleteFrom('emailVerification').where('userId', '=', userId).execute()
  await trx.deleteFrom('userIdentity').where('userId', '=', userId).execute()
  await trx.deleteFrom('handOver').where('userId', '=', userId).execute()
}

/**
 * Pseudonymises a person whom nothing keeps from it, as the server. The trail, signatures and reviews stay as they are,
 * so that their seals and hashes verify; their readers find the pseudonym through the digests.
 * @returns the pseudonym
 */
export async function pseudonymise(trx: Trx, userId: string): Promise<string> {
  const pseudonym = newPseudonym()
  await addDigests(trx, userId, pseudonym)
  await replaceInMessages(trx, userId, pseudonym)
  await replaceInRecords(trx, userId, pseudonym)
  await deleteSignIns(trx, userId)
  await reserveUserNameLooks(trx, userId)
  await trx
    .updateTable('appUser')
    .set({
      ...{ fullName: pseudonym, fullNameEn: '', userName: pseudonym, userNameKey: userNameKey(pseudonym) },
      ...{ email: '', emailKey: null, emailValid: 1, phone: '', phoneKey: null, phoneValid: 1 },
      ...{ birthday: null, sex: '', remark: '', ucId: '', org: '' },
      ...{ countryId: null, provinceId: null, cityId: null, passwordHash: null, roleId: null },
      ...{ pseudonymisedAt: sql<Date>`now()`, updatedAt: sql<Date>`now()` },
      rowVersion: sql<number>`row_version + 1`,
    })
    .where('id', '=', userId)
    .execute()
  return pseudonym
}
