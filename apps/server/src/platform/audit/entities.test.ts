import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { asPlatform, inTransaction } from '../database/transaction.ts'
import { type AuditEntity, auditEntities, contentOf, fieldsOfEntity } from './entities.ts'
import { recordAudit } from './record.ts'
import { event } from './test-kit/index.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.close())

/** Returns the columns of a table, by their names in code. */
async function columnsOf(table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} order by ordinal_position`.execute(database.owner)
  return rows.map(({ name }) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()))
}

/** Columns of audited tables that no event contains. Add a new column here or to its entity. */
const withheld: Record<AuditEntity, string[]> = {
  tenant: [],
  dictionary: [],
  area: [],
  site: [],
  tenant_site: [],
  // The URL of the API shows that the API exists.
  tenant_url: ['initStartedAt', 'hasApi'],
  software: ['appKeyEncrypted', 'formerKeyEncrypted'],
  menu: [],
  role: [],
  holiday: [],
  tenant_pin: [],
  safe_strategy: [],
  change_reason_policy: [],
  signature_policy: [],
  // What was asked for and approved is in separate fields; the names are those of other things.
  access_request: [
    ...['studyName', 'studyCode', 'personName', 'wanted', 'granted', 'deciderName', 'reminded'],
  ],
  access_request_rule: [],
  training: [],
  // The day is contained, and a reminder does not change the requirement.
  training_requirement: ['appliesAt', 'reminded'],
  // Names are those of other things, and the key tracks the exchange with the product.
  training_evidence: ['personName', 'recorderName', 'revokerName', 'idempotencyKey', 'reminded'],
  training_override: ['personName', 'deciderName'],
  // The names are those of people, who may be pseudonymised later.
  privacy_request: ['requesterName', 'deciderName'],
  legal_hold: ['placerName', 'releaserName'],
  // These columns follow from the parent.
  department: ['parentLevel', 'level'],
  department_user: [],
  // A reminder about the end of a licence does not change the licence.
  tenant_software: ['remindedEnd', 'remindedDays'],
  study: [],
  study_site: [],
  study_url: [],
  // Whoever chose an end is the actor of the event.
  study_user: ['accessUntilBy', 'accessReminded'],
  // The user who added an account is the actor of the event.
  app_user: [
    'userNameKey',
    'emailKey',
    'phoneKey',
    'passwordHash',
    'devicesSince',
    'addedBy',
    'roleUntilBy',
    'roleReminded',
    'pseudonymisedAt',
  ],
  session: ['tokenHash'],
  module_override: ['sessionHash', 'createdAt'],
  email_verification: ['keyHash', 'emailKey'],
  contact_change: ['contactKey', 'replacedKey', 'passwordChangedAt'],
  // Copies of the user's data that the database keeps for searches.
  tenant_user: [
    ...['fullName', 'userNameKey', 'email', 'phone', 'phoneKey', 'userType'],
    ...['accessUntilBy', 'accessReminded', 'roleUntilBy', 'roleReminded'],
  ],
  invitation: ['keyHash', 'formerKeyHashes', 'emailKey', 'payload'],
  hand_over: ['codeHash', 'mobileCodeHash', 'sessionHash'],
  product_sign_in: ['sessionHash', 'sid', 'failure', 'notifiedAt', 'requeuedAt'],
  // An event has roles and sites in separate fields. The other columns track the exchange with the product.
  product_authorization: [
    'grants',
    'acceptedGrants',
    'studyUserIds',
    'message',
    'language',
    'batchId',
    'waitingSince',
    'attempts',
    'nextAttemptAt',
    'refusedGrants',
    'replacedStudyUserIds',
    'untrainedSince',
  ],
  // Names are those at the time of the request. The event of the authorization has the roles.
  unblinding: [
    'softwareId',
    'studyName',
    'studyCode',
    'personName',
    'grants',
    'language',
    'requesterName',
    'deciderName',
    'beganAt',
    'endedAt',
  ],
  role_conflict: [],
  // The other columns track the exchange with the product.
  product_access: ['version', 'changedAt', 'notifiedVersion', 'notifiedAt', 'failure'],
  file: ['contentKey', 'idempotencyKey'],
  job: ['headerEncrypted', 'nextRunAt', 'runNowAt', 'dueAt'],
  remote_module: [],
  // The manifest lists `needs`, and releases are ordered by time.
  remote_release: ['sequence', 'needs', 'rolledBackAt', 'alarmAt'],
  tenant_release: [],
  message: ['bodyEncrypted', 'nextTryAt'],
  failed_sign_in: [],
  // A reminder does not change the review. The record has a hash.
  trail_review: ['record', 'reminded'],
  trail_review_look: [],
  trail_review_finding: [],
  inspection: [],
  inspection_look: [],
  inspection_file: [],
  trail_review_export: [],
  privacy_export: [],
  audit_export: [],
  // A reminder does not change the review. The item shows the rest of the report’s row.
  access_review: ['reminded'],
  access_review_item: ['isRtsm', 'shown', 'failure'],
  access_review_result: [],
  access_review_export: [],
  unblinding_export: [],
  access: [],
  access_export: [],
  audit_archive: ['seals', 'signature'],
  message_archive: [],
}

describe('the fields of an event', () => {
  it.each(auditEntities)('lists or withholds every column of %s', async (entity) => {
    const columns = await columnsOf(entity)
    expect(columns.length > 0).toBe(
      ![
        ...['failed_sign_in', 'message_archive', 'audit_export', 'access', 'access_export'],
        ...['access_review_result', 'access_review_export', 'trail_review_export', 'privacy_export'],
        ...['unblinding_export', 'inspection_look', 'inspection_file'],
      ].includes(entity),
    )
    const left = columns.filter((column) => !fieldsOfEntity(entity).includes(column))
    expect(left.toSorted()).toEqual(withheld[entity].toSorted())
  })

  it.each(auditEntities)('writes no unlisted field of %s to the trail', async (entity) => {
    const columns = [
      ...(await columnsOf(entity)),
      'appKeyEncrypted',
      'keyHash',
      'appKey',
      'password',
      'token',
    ]
    const row = Object.fromEntries(columns.map((column) => [column, `value of ${column}`]))
    await inTransaction(database.db, asPlatform, (trx) =>
      recordAudit(trx, event(entity, { entity, before: row, after: { list: [row, row] } })),
    )
    const written = await database.owner
      .selectFrom('auditEvent')
      .select([sql<string>`before::text`.as('before'), sql<string>`after::text`.as('after')])
      .where('entityId', '=', entity)
      .executeTakeFirstOrThrow()
    const kept = fieldsOfEntity(entity).filter((field) => columns.includes(field))
    for (const text of Object.values(written)) {
      for (const column of columns) expect(text.includes(`value of ${column}"`)).toBe(kept.includes(column))
    }
  })

  it('contains no field with the name of a secret', () => {
    const secret = /password$|hash|key$|secret|token|captcha|code$.*auth|encrypted|payload/i
    const suspicious = auditEntities.flatMap((entity) =>
      fieldsOfEntity(entity).filter((field) => secret.test(field)),
    )
    expect(suspicious).toEqual([])
  })

  it('drops nested objects', () => {
    const at = new Date()
    const values = {
      tenantName: { password: 'x' },
      contact: ['a', { token: 'y' }, 1],
      createdAt: at,
      tel: undefined,
    }
    expect(JSON.parse(JSON.stringify(contentOf('tenant', values)))).toEqual({
      contact: ['a', {}, 1],
      createdAt: at.toISOString(),
    })
  })

  it('accepts only existing entities at compile time', () => {
    const wrong = () => {
      // @ts-expect-error a name that is none of the closed set does not compile
      event('x', { entity: 'appUser' })
      // @ts-expect-error
      contentOf('softwares', {})
    }
    expect(wrong).toBeInstanceOf(Function)
  })
})
