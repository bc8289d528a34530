import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type AccessRow, accessList, softwareCodes, studyUserSave } from '@atrium/contract'
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import { sql } from 'kysely'
import { processEnvironment, programFile } from '../../../test-support/index.ts'
import { secretKey } from '../../../test-support/secrets.ts'
import { sealBatches } from '../../platform/audit/index.ts'
import { secrets, send } from '../identity/sign-in/test-kit/index.ts'
import { type Inviting, startInviting } from '../studies/study-invitations/test-kit/index.ts'
import { clockOf } from './test-kit/index.ts'

// The command runs in a separate process, as operators run it.
jest.setTimeout(180_000)

const run = promisify(execFile)

let inviting: Inviting
/** Instant of the report, and the report itself. */
let at: string
let report: readonly AccessRow[]
let studyCode: string

beforeAll(async () => {
  inviting = await startInviting()
  const { suite, edc } = inviting
  const { owner } = suite.database
  const person = await inviting.addPerson('苏明')
  const input = { studyUrlId: edc.studyUrlId, studySiteIds: [], tenantUserIds: [person.id] }
  await send(suite.server, studyUserSave, input, suite.here)
  await sql`select pg_sleep(0.01)`.execute(owner)
  at = new Date(await clockOf(suite.database)).toISOString()
  const asked = { tenantId: inviting.tenantId, studyId: edc.studyId, at, limit: 100 }
  report = (await send(suite.server, accessList, asked, suite.admin)).data?.list ?? []
  await owner.deleteFrom('studyUser').where('tenantUserId', '=', person.id).execute()
  await sealBatches(suite.database.db, secrets.auditKey)
  const study = await owner
    .selectFrom('study')
    .select('studyCode')
    .where('id', '=', edc.studyId)
    .executeTakeFirstOrThrow()
  studyCode = study.studyCode
})

afterAll(() => inviting.close())

const show = async (...args: string[]) => {
  const { url, ownerUrl } = inviting.suite.database
  const env = {
    ...processEnvironment,
    DATABASE_URL: url,
    DATABASE_OWNER_URL: ownerUrl,
    SECRET_KEY: secretKey,
  }
  try {
    return { code: 0, ...(await run(process.execPath, [programFile, 'access:on', ...args], { env })) }
  } catch (error) {
    return error as { readonly code: number; readonly stdout: string; readonly stderr: string }
  }
}

it('shows the same as the screen, from the trail, with the seals that it rests on', async () => {
  const { code, stdout, stderr } = await show(at, '--study', studyCode, '--json', '--verify')
  expect(stderr).toMatch(/^It rests on \d+ events?\. \d+ covering seals? (is|are) intact: 1 to \d+\.\n$/)
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(report).toMatchObject([{ fullName: '苏明', softwareId: softwareCodes.edc }])
  expect(rows).toEqual(report)
  expect(code).toBe(0)
})

it('shows one line per access', async () => {
  const { stdout } = await show(at, '--study', inviting.edc.studyId, '--language', 'en')
  const [titles = '', row = ''] = stdout.split('\n').map((line) => line.split('\t'))
  expect(titles).toContain('blinding')
  expect(row).toEqual(expect.arrayContaining(['苏明', 'study', 'current']))
})

it.each([
  ['no instant in ISO 8601', ['yesterday'], '<instant> must be ISO 8601'],
  ['an instant in the future', ['2099-01-01T00:00:00Z'], 'must not be in the future'],
  ['an instant before the trail', ['2001-01-01T00:00:00Z'], 'The audit trail records all access since 20'],
  ['an unknown study', ['at', '--study', 'none'], 'There is no study none'],
  ['an unknown tenant', ['at', '--tenant', 'none'], 'There is no tenant none'],
])('exits with 2 for %s', async (_, args, stderr) => {
  const answer = await show(...args.map((arg) => (arg === 'at' ? at : arg)))
  expect(answer).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(stderr) })
})

it('finds a changed image', async () => {
  await sql`update audit_event set access = jsonb_set(access, '{x}', '{}')
    where access is not null and entity = 'study_user'`.execute(inviting.suite.database.owner)
  const { code, stderr } = await show(at, '--study', studyCode, '--verify')
  expect(stderr).toMatch(/seal \d+: not intact/)
  expect(code).toBe(1)
})
