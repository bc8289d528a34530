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

/** The columns of a table, in the names that rows have in code. */
async function columnsOf(table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} order by ordinal_position`.execute(database.owner)
  return rows.map(({ name }) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()))
}

/** The columns of audited tables that no event holds. Add a new column here or to its entity. */
const withheld: Record<AuditEntity, string[]> = {
  tenant: [],
  dictionary: [],
  area: [],
  site: [],
  tenant_site: [],
  // The URL of the API shows that there is one.
  tenant_url: ['initStartedAt', 'hasApi'],
  software: ['appKeyEncrypted', 'formerKeyEncrypted'],
  menu: [],
  role: [],
  holiday: [],
  tenant_pin: [],
  safe_strategy: [],
  // They follow from the parent.
  department: ['parentLevel', 'level'],
  department_user: [],
  // When somebody was reminded of a licence's end is no change of the licence.
  tenant_software: ['remindedEnd', 'remindedDays'],
  study: [],
  study_site: [],
  study_url: [],
  study_user: [],
  // Who added an account is the actor of the event.
  app_user: ['userNameKey', 'emailKey', 'phoneKey', 'passwordHash', 'devicesSince', 'addedBy'],
  session: ['tokenHash'],
  module_override: ['sessionHash', 'createdAt'],
  email_verification: ['keyHash', 'emailKey'],
  contact_change: ['contactKey', 'replacedKey', 'passwordChangedAt'],
  // What the database repeats there of the person, for searches.
  tenant_user: ['fullName', 'userNameKey', 'email', 'phone', 'phoneKey', 'userType'],
  invitation: ['keyHash', 'formerKeyHashes', 'emailKey', 'payload'],
  hand_over: ['codeHash', 'mobileCodeHash', 'sessionHash'],
  // An event has roles and sites separately; the rest is protocol.
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
  ],
  file: ['contentKey', 'idempotencyKey'],
  job: ['headerEncrypted', 'nextRunAt', 'runNowAt', 'dueAt'],
  remote_module: [],
  // The manifest has what it needs, and releases are ordered by time.
  remote_release: ['sequence', 'needs', 'rolledBackAt', 'alarmAt'],
  tenant_release: [],
  message: ['bodyEncrypted', 'nextTryAt'],
  failed_sign_in: [],
  audit_archive: ['seals', 'signature'],
  message_archive: [],
}

describe('what an event may hold', () => {
  it.each(auditEntities)('%s: every column but those that are withheld', async (entity) => {
    const columns = await columnsOf(entity)
    expect(columns.length > 0).toBe(!['failed_sign_in', 'message_archive'].includes(entity))
    const left = columns.filter((column) => !fieldsOfEntity(entity).includes(column))
    expect(left.toSorted()).toEqual(withheld[entity].toSorted())
  })

  it.each(auditEntities)('%s: nothing that is in no list reaches the trail', async (entity) => {
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

  it('is in no list by any of the names that secrets have', () => {
    const secret = /password$|hash|key$|secret|token|captcha|code$.*auth|encrypted|payload/i
    const suspicious = auditEntities.flatMap((entity) =>
      fieldsOfEntity(entity).filter((field) => secret.test(field)),
    )
    expect(suspicious).toEqual([])
  })

  it('is plain: no object with insides of its own', () => {
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

  it('is declared for existing entities only', () => {
    const wrong = () => {
      // @ts-expect-error a name that is none of the closed set does not compile
      event('x', { entity: 'appUser' })
      // @ts-expect-error
      contentOf('softwares', {})
    }
    expect(wrong).toBeInstanceOf(Function)
  })
})
