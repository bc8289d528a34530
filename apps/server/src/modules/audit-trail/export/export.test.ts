import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Worker } from 'node:worker_threads'
import { auditExport, codes, departmentSave, expectedLengthHeader, type InputOf } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { sql } from 'kysely'
import { readSheet } from 'read-excel-file/node'
import { type Person, type Suite, startSuite } from '../../../app/test-kit/index.ts'
import { send } from '../../identity/sign-in/test-kit/index.ts'

jest.setTimeout(180_000)

const run = promisify(execFile)

type Input = InputOf<typeof auditExport>

let suite: Suite
/** A department of the tenant `here`, which was added and then renamed. */
let departmentId: string

const oldName = '检验科'
const newName = '=检验, "中心" 㛃'

beforeAll(async () => {
  suite = await startSuite()
  const { tenantId, token } = suite.here
  const save = async (input: object) => {
    const department = { tenantId, parentId: '0', departmentName: oldName, ...input }
    const { code, data } = await send(suite.server, departmentSave, department, { token })
    expect(code).toBe(codes.ok)
    return String(data)
  }
  departmentId = await save({})
  await save({ id: departmentId, rowVersion: 1, departmentName: newName })
})

afterAll(() => suite.close())

const ask = (input: Input, { token }: Person = suite.here, language = 'zh', signal?: AbortSignal) =>
  fetch(`${suite.server.api}${auditExport.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token, language },
    body: JSON.stringify(input),
    signal,
  })

const history = () => ({ entity: 'department', entityId: departmentId })

/** Exports the events of the department as a file of this format. */
const exported = async (format: Input['format'], language?: string) => {
  const response = await ask({ ...history(), format }, suite.here, language)
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe('an exported workbook', () => {
  it('has one row per changed field, newest events first', async () => {
    const { response, bytes } = await exported('xlsx')
    expect(response.headers.get('content-disposition')).toMatch(/"audit-trail-\d{4}-\d\d-\d\d\.xlsx"$/)
    const [titles = [], newest = [], ...older] = await readSheet(bytes, { trim: false })
    expect(titles).toEqual([
      '时间 (UTC)',
      '时间 (Asia/Shanghai)',
      '操作人 (用户名)',
      '操作人 (姓名)',
      '操作',
      '对象类型',
      '对象',
      '租户',
      '研究',
      '字段',
      '变更前',
      '变更后',
      '原因',
      'IP 地址',
      '设备',
      '请求编号',
      '签名人',
      '签名含义',
      '签名时间 (UTC)',
      '签名验证',
      '记录摘要',
    ])
    expect(newest.slice(9, 12)).toEqual(['部门名称', oldName, newName])
    expect(newest[13]).toBe('192.0.2.1')
    expect(older.map((row) => row.slice(9, 12))).toContainEqual(['部门名称', null, oldName])
  })

  it('shows times in UTC and in the reader’s zone', async () => {
    const response = await ask({ ...history(), format: 'xlsx', timeZone: 'America/New_York' })
    const [titles = [], row = []] = await readSheet(Buffer.from(await response.arrayBuffer()))
    const { at } = await suite.database.owner
      .selectFrom('auditEvent')
      .select('at')
      .where('entityId', '=', departmentId)
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(titles[1]).toBe('时间 (America/New_York)')
    expect(Date.parse(`${row[0]}Z`)).toBe(Math.floor(at.getTime() / 1000) * 1000)
    expect(row[1]).not.toBe(row[0])
  })

  it('is in the reader’s language', async () => {
    const { bytes } = await exported('xlsx', 'en')
    const [titles = []] = await readSheet(bytes)
    expect(titles.slice(4, 12)).toEqual([
      'Action',
      'Record type',
      'Record',
      'Tenant',
      'Study',
      'Field',
      'Before',
      'After',
    ])
  })

  it('continues a value that is too long for a cell in further rows', async () => {
    const long = '𠮷'.repeat(40_000)
    const after = JSON.stringify({ departmentName: long, rowVersion: 1 })
    await sql`insert into audit_event (id, tenant_id, call, entity, entity_id, after)
      values (gen_random_uuid()::text, ${suite.here.tenantId}, '/long', 'department', 'long', ${after})`.execute(
      suite.database.owner,
    )
    const response = await ask({ entity: 'department', entityId: 'long', format: 'xlsx' })
    const [, ...rows] = await readSheet(Buffer.from(await response.arrayBuffer()), { trim: false })
    expect(rows.map((row) => row[9])).toEqual(Array(3).fill('部门名称'))
    const values = rows.map((row) => String(row[11]))
    expect(values.join('')).toBe(long)
    for (const value of values) expect(value.length).toBeLessThan(32_767)
  })

  it('does not reveal the numbers of events', async () => {
    const { bytes } = await exported('csv')
    const { rows } = await sql<{ sequence: string }>`
      select sequence::text from audit_event where entity_id = ${departmentId}`.execute(suite.database.owner)
    expect(rows.length).toBeGreaterThan(1)
    const cells = bytes.toString('utf8').split(/[,\r\n]/)
    for (const { sequence } of rows) expect(cells).not.toContain(sequence)
  })
})

describe('an exported CSV file', () => {
  it('has the rows of the workbook, and no cell is a formula', async () => {
    const { response, bytes } = await exported('csv')
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const [titles = '', newest = ''] = bytes.toString('utf8').split('\r\n')
    expect(titles).toMatch(/^\ufeff时间 \(UTC\),/)
    expect(newest).toContain(`部门名称,${oldName},"'=检验, ""中心"" 㛃"`)
  })
})

describe('an exported PDF', () => {
  let folder: string
  let file: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'atrium-trail-'))
    file = join(folder, 'trail.pdf')
    await writeFile(file, (await exported('pdf')).bytes)
  })

  afterAll(() => rm(folder, { recursive: true }))

  it('shows who exported what, and each change', async () => {
    const { stdout } = await run('pdftotext', ['-layout', file, '-'])
    const [cover = '', table = ''] = stdout.split('\f')
    for (const fact of [
      '审计追踪',
      '导出人',
      '导出时间',
      '(Asia/Shanghai)',
      '(UTC)',
      `${newName} (${departmentId})`,
    ])
      expect(cover).toContain(fact)
    expect(cover).toMatch(/记录数\s+2/)
    expect(table.replaceAll(/\s/g, '')).toContain(oldName)
    expect(table).toContain('㛃')
  })

  it('contains the events as JSON, with the hash that the cover shows', async () => {
    const target = join(folder, 'events.json')
    await run('pdfdetach', ['-savefile', 'audit-trail.json', '-o', target, file])
    const content = await readFile(target)
    const { events } = JSON.parse(content.toString('utf8')) as {
      events: { entityId: string; items: { changes: { after: string }[] }[] }[]
    }
    expect(events.map(({ entityId }) => entityId)).toEqual([departmentId, departmentId])
    expect(events[0]?.items[0]?.changes[0]).toMatchObject({ before: oldName, after: newName })
    expect(events[0]).not.toHaveProperty('sequence')
    const { stdout } = await run('pdftotext', ['-raw', '-l', '1', file, '-'])
    expect(stdout).toContain(createHash('sha256').update(content).digest('hex'))
  })
})

describe('a PDF that is not fetched to its end', () => {
  const started: Worker[] = []
  const note = (message: unknown) => void started.push((message as { worker: Worker }).worker)

  beforeAll(() => subscribe('worker_threads', note))
  afterAll(() => void unsubscribe('worker_threads', note))

  it('is no longer drawn, and its user can export again', async () => {
    await sql`insert into audit_event (id, actor_id, tenant_id, call, entity, entity_id, after)
      select gen_random_uuid()::text, ${suite.here.userId}, ${suite.here.tenantId}, '/slow', 'department', 'slow',
        jsonb_build_object('departmentName', repeat('科室', 50)) from generate_series(1, 1000)`.execute(
      suite.database.owner,
    )
    const hangUp = new AbortController()
    const asked = ask(
      { entity: 'department', entityId: 'slow', format: 'pdf' },
      suite.here,
      'zh',
      hangUp.signal,
    )
    while (started.length === 0) await sleep(10)
    const [worker] = started
    if (!worker) throw new Error('no PDF is drawn')
    const drawn: unknown[] = []
    worker.on('message', (bytes) => drawn.push(bytes))
    const ended = once(worker, 'exit')
    hangUp.abort()
    await expect(asked.then((response) => response.arrayBuffer())).rejects.toThrow()
    await ended
    expect(drawn).toEqual([])
    const ofAgain = async () => (await exported('csv')).response.headers.get('content-type')
    while ((await ofAgain()) !== 'text/csv; charset=utf-8') await sleep(10)
  })
})

describe('exported sealed lines', () => {
  it('are one line per event between header and end', async () => {
    const { response, bytes } = await exported('jsonl')
    expect(response.headers.get('content-disposition')).toMatch(/\.jsonl"$/)
    const lines = bytes.toString('utf8').trimEnd().split('\n')
    expect(JSON.parse(lines.at(0) ?? '')).toMatchObject({ by: expect.any(String), filters: history() })
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ events: 2 })
  })
})

describe('an export', () => {
  const exportEvents = () =>
    suite.database.owner
      .selectFrom('auditEvent')
      .select(['actorId', 'tenantId', 'entity', 'after'])
      .where('call', '=', auditExport.path)
      .orderBy('sequence')
      .execute()

  it.each(['xlsx', 'csv', 'pdf', 'jsonl'] as const)('is recorded in the trail as %s', async (format) => {
    const before = (await exportEvents()).length
    const { userId, tenantId } = suite.here
    const { bytes, response } = await exported(format)
    const expected = Number(response.headers.get(expectedLengthHeader))
    expect(expected).toBeGreaterThan(bytes.length / 4)
    expect(expected).toBeLessThan(bytes.length * 4)
    expect((await exportEvents()).slice(before)).toEqual([
      {
        actorId: userId,
        tenantId,
        entity: 'audit_export',
        after: expect.objectContaining({ ...history(), format, count: 2 }),
      },
    ])
  })

  it('contains nothing of other tenants', async () => {
    const response = await ask({ ...history(), format: 'csv' }, suite.there)
    expect((await response.text()).trimEnd().split('\r\n')).toHaveLength(1)
    const before = await exportEvents()
    const foreign = await ask({ tenantId: suite.here.tenantId, format: 'csv' }, suite.there)
    expect(await foreign.json()).toMatchObject({ code: codes.notFound })
    expect(await exportEvents()).toEqual(before)
  })

  it('is rejected without the menu', async () => {
    const response = await ask({ format: 'csv' }, suite.guest)
    expect(await response.json()).toMatchObject({ code: codes.forbidden })
  })

  it('is rejected if a PDF would have more than 2,000 events, and records nothing', async () => {
    await sql`insert into audit_event (id, actor_id, tenant_id, call, entity, entity_id, after)
      select gen_random_uuid()::text, ${suite.here.userId}, ${suite.here.tenantId}, '/many', 'department', 'many', '{}'
      from generate_series(1, 2001)`.execute(suite.database.owner)
    const many = { entity: 'department', entityId: 'many' }
    const before = await exportEvents()
    const response = await ask({ ...many, format: 'pdf' })
    expect(await response.json()).toMatchObject({
      code: codes.limitReached,
      message: '符合条件的记录超过 2,000 条，请缩小范围后再导出',
    })
    expect(await exportEvents()).toEqual(before)
    const table = await ask({ ...many, format: 'csv' })
    expect((await table.text()).trimEnd().split('\r\n')).toHaveLength(2002)
  })
})
