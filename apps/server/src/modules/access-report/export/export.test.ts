import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { accessExport, codes, type InputOf, studyUserSave } from '@atrium/contract'
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import { readSheet } from 'read-excel-file/node'
import type { Person } from '../../../app/test-kit/index.ts'
import { send } from '../../identity/sign-in/test-kit/index.ts'
import { type Inviting, startInviting } from '../../studies/study-invitations/test-kit/index.ts'

jest.setTimeout(180_000)

const run = promisify(execFile)

type Input = InputOf<typeof accessExport>

let inviting: Inviting

beforeAll(async () => {
  inviting = await startInviting()
  const { suite, edc } = inviting
  const person = await inviting.addPerson('=苏明, 㛃')
  const input = { studyUrlId: edc.studyUrlId, studySiteIds: [], tenantUserIds: [person.id] }
  await send(suite.server, studyUserSave, input, suite.here)
})

afterAll(() => inviting.close())

const ask = (input: Input, { token }: Person = inviting.suite.here) =>
  fetch(`${inviting.suite.server.api}${accessExport.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token, language: 'zh' },
    body: JSON.stringify({ studyId: inviting.edc.studyId, ...input }),
  })
const exported = async (format: Input['format']) => {
  const response = await ask({ format })
  const body = Buffer.from(await response.arrayBuffer())
  if (response.headers.get('content-type')?.startsWith('application/json;')) throw new Error(body.toString())
  return body
}

it('has one row per access as a workbook', async () => {
  const [titles = [], row = [], ...others] = await readSheet(await exported('xlsx'))
  expect(titles.slice(0, 3)).toEqual(['姓名', '用户名', '类型'])
  expect([row[0], row[2], row[10]]).toEqual(['=苏明, 㛃', '研究授权', '有效'])
  expect(others).toEqual([])
  expect(titles.at(-1)).toBe('时间点')
  expect(row.at(-1)).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(Asia\/Shanghai\)$/)
})

it('has no formulas as CSV', async () => {
  const [, row = ''] = (await exported('csv')).toString('utf8').split('\r\n')
  expect(row).toContain(`"'=苏明, 㛃"`)
})

it('has a cover with the instant as PDF', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-access-'))
  try {
    const file = join(folder, 'access.pdf')
    await writeFile(file, await exported('pdf'))
    const { stdout } = await run('pdftotext', ['-layout', file, '-'])
    const [cover = '', table = ''] = stdout.split('\f')
    for (const fact of ['访问一览', '时间点', '(Asia/Shanghai)', '导出人']) expect(cover).toContain(fact)
    expect(table.replaceAll(/\s/g, '')).toContain('苏明,㛃')
  } finally {
    await rm(folder, { recursive: true })
  }
})

it('has the sealed events with the images as JSON lines', async () => {
  const lines = (await exported('jsonl')).toString('utf8').trimEnd().split('\n')
  const events = lines.slice(1, -1).filter((line) => line.includes('/studyUser/save'))
  expect(JSON.parse(lines.at(0) ?? '')).toMatchObject({ by: expect.any(String) })
  expect(events).toHaveLength(1)
  expect(events[0]).toContain('authorization:')
})

it('is recorded in the trail, and has nothing of other tenants', async () => {
  const { database, here, there, guest } = inviting.suite
  const events = () =>
    database.owner
      .selectFrom('auditEvent')
      .select(['tenantId', 'entity', 'after'])
      .where('call', '=', accessExport.path)
      .orderBy('sequence')
      .execute()
  const before = (await events()).length
  await exported('csv')
  expect((await events()).slice(before)).toEqual([
    {
      tenantId: here.tenantId,
      entity: 'access_export',
      after: expect.objectContaining({ format: 'csv', count: 1 }),
    },
  ])
  expect(await (await ask({ format: 'csv' }, there)).json()).toMatchObject({ code: codes.notFound })
  expect(await (await ask({ format: 'csv' }, guest)).json()).toMatchObject({ code: codes.forbidden })
})
