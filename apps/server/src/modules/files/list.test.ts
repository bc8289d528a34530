import { codes, fileList, type InputOf } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Suite, startSuite } from '../../app/test-kit/index.ts'
import { send } from '../identity/sign-in/test-kit/index.ts'
import { addFile } from './test-kit/index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

const list = async (input: InputOf<typeof fileList> = {}, language: 'zh' | 'en' = 'zh') =>
  (await send(suite.server, fileList, input, { token: suite.admin.token, language })).data
const names = async (input: InputOf<typeof fileList>) =>
  (await list(input))?.list.map(({ fileName }) => fileName)

it('lists stored files, newest first, in the caller’s language', async () => {
  const { tenantId } = suite.here
  const [tenant] = await suite.database.owner
    .selectFrom('tenant')
    .select('tenantName')
    .where('id', '=', tenantId)
    .execute()
  const old = await addFile(suite.database, {
    fileName: '受试者清单.xlsx',
    createdAt: new Date('2026-01-01'),
  })
  const { id, sha256 } = await addFile(suite.database, { tenantId, fileName: 'visit.csv', size: 1_572_864 })
  expect(await list()).toMatchObject({ totalCount: 2, list: [{ id }, { id: old.id, tenantName: '' }] })
  const [file] = (await list({}, 'en'))?.list ?? []
  expect(file).toEqual({
    id,
    nodeId: id,
    fileName: 'visit.csv',
    size: 1_572_864,
    fileSizeStr: '1.5 MB',
    sha256,
    softId: '020',
    softName: 'Electronic Data Capture (EDC)',
    tenantName: tenant?.tenantName,
    createTime: expect.stringMatching(/Z$/),
  })
})

it('filters by product, by part of the name and by days, in the deployment’s time zone by default', async () => {
  const at = (createdAt: string) => ({ createdAt: new Date(createdAt) })
  // In Shanghai, 10 March begins at 16:00 UTC on 9 March.
  await addFile(suite.database, { fileName: '随机 A.pdf', softwareId: '030', ...at('2026-03-09T15:59:59Z') })
  await addFile(suite.database, { fileName: '随机 B.pdf', softwareId: '030', ...at('2026-03-09T16:00:00Z') })
  await addFile(suite.database, { fileName: '随机 C.pdf', softwareId: '030', ...at('2026-03-10T15:59:59Z') })
  await addFile(suite.database, { fileName: '随机 D.pdf', softwareId: '030', ...at('2026-03-10T16:00:00Z') })
  const softId = '030'
  expect(await names({ softId })).toHaveLength(4)
  expect(await names({ softId, startTime: '2026-03-10', endTime: '2026-03-10' })).toEqual([
    '随机 C.pdf',
    '随机 B.pdf',
  ])
  expect(await names({ softId, startTime: '2026-03-11' })).toEqual(['随机 D.pdf'])
  expect(await names({ softId, endTime: '2026-03-09' })).toEqual(['随机 A.pdf'])
  expect(await names({ fileName: 'b.PDF' })).toEqual(['随机 B.pdf'])
  expect(await names({ fileName: '随机', softId: '020' })).toEqual([])
  expect(await names({ fileName: '%' })).toEqual([])
  expect(await names({ softId, sortBy: 'fileName', sortOrder: 'desc', limit: 1 })).toEqual(['随机 D.pdf'])
  for (const field of ['startTime', 'endTime']) {
    const rejected = await send(suite.server, fileList, { [field]: '2026-02-30' }, suite.admin)
    expect(rejected).toMatchObject({ code: codes.invalid, errors: [{ field }] })
  }
})

describe('the days of the time zone that the caller names', () => {
  it.each([
    // This day has 23 hours: clocks jump from 02:00 to 03:00.
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.999Z'],
    // This day has 25 hours: clocks go back from 02:00 to 01:00.
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
    // Midnight occurs twice: clocks go back from 01:00 to 00:00.
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
    // Midnight does not exist: clocks jump from 24:00 to 01:00.
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', '2026-09-07T02:59:59.999Z'],
    ['Asia/Kolkata', '2026-05-02', '2026-05-01T18:30:00.000Z', '2026-05-02T18:29:59.999Z'],
  ])('begin and end with %s, %s', async (timeZone, day, first, last) => {
    const prefix = `${timeZone} ${day}`
    const add = (name: string, instant: string, milliseconds = 0) =>
      addFile(suite.database, {
        fileName: `${prefix} ${name}`,
        createdAt: new Date(Date.parse(instant) + milliseconds),
      })
    await add('before', first, -1)
    await add('first', first)
    await add('last', last)
    await add('after', last, 1)
    const found = async (days: InputOf<typeof fileList>) =>
      (await names({ fileName: prefix, timeZone, ...days }))?.map((name) => name.slice(prefix.length + 1))
    expect(await found({ startTime: day, endTime: day })).toEqual(['last', 'first'])
    expect(await found({ startTime: day })).toEqual(['after', 'last', 'first'])
    expect(await found({ endTime: day })).toEqual(['last', 'first', 'before'])
  })

  it('are rejected if the time zone is unknown', async () => {
    const response = await send(suite.server, fileList, { timeZone: 'Mars/Olympus' }, suite.admin)
    expect(response).toMatchObject({ code: codes.invalid, errors: [{ field: 'timeZone' }] })
  })
})
