import { createHash } from 'node:crypto'
import { codes, expectedLengthHeader, fileDownload } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { testFiles } from '../../../test-support/services.ts'
import { type Suite, startSuite } from '../../app/test-kit/index.ts'
import { send } from '../identity/sign-in/test-kit/index.ts'
import { addFile } from './test-kit/index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

const ask = (nodeId: string, fileName: string, token = suite.admin.token) =>
  fetch(`${suite.server.api}/base/file/download/${nodeId}/${encodeURIComponent(fileName)}`, {
    headers: { authorization: token },
  })

const eventsOf = (entityId: string) =>
  suite.database.owner
    .selectFrom('auditEvent')
    .select(['actorId', 'tenantId', 'after'])
    .where('entityId', '=', entityId)
    .execute()

describe('a download', () => {
  it('returns the exact bytes with length and type, as an attachment that browsers do not display', async () => {
    const content = '受试者,访视\n'.repeat(100_000)
    const { id, fileName } = await addFile(suite.database, { content, contentType: 'text/html' })
    const response = await ask(id, fileName)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html',
      'content-length': String(Buffer.byteLength(content)),
      [expectedLengthHeader]: String(Buffer.byteLength(content)),
      'content-disposition': `attachment; filename="__.txt"; filename*=UTF-8''%E6%96%87%E4%BB%B6.txt`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect(await response.text()).toBe(content)
  })

  it.each([
    ['report 1.2 (final).pdf', `attachment; filename="report 1.2 (final).pdf"`],
    ['50%25.csv', `attachment; filename="50_25.csv"; filename*=UTF-8''50%2525.csv`],
    [
      "l'été; x=1.csv",
      `attachment; filename="l__t__ x_1.csv"; filename*=UTF-8''l%27%C3%A9t%C3%A9%3B%20x%3D1.csv`,
    ],
    ['مريض.csv', `attachment; filename="____.csv"; filename*=UTF-8''%D9%85%D8%B1%D9%8A%D8%B6.csv`],
    ['😀.txt', `attachment; filename="_.txt"; filename*=UTF-8''%F0%9F%98%80.txt`],
  ])('is called %s', async (fileName, disposition) => {
    const { id } = await addFile(suite.database, { fileName })
    // The file id selects the content; the download keeps the stored file name, whatever name the URL contains.
    for (const asked of [fileName, 'other.exe'])
      expect((await ask(id, asked)).headers.get('content-disposition')).toBe(disposition)
  })

  it('is empty for an empty file', async () => {
    const { id } = await addFile(suite.database, { content: '' })
    const response = await ask(id, 'empty')
    expect([response.headers.get('content-length'), await response.text()]).toEqual(['0', ''])
  })

  it('is audited in the file’s tenant with the user who downloaded it', async () => {
    const { tenantId } = suite.here
    const { id, fileName, sha256 } = await addFile(suite.database, { tenantId, fileName: '方案.pdf' })
    await (await ask(id, fileName)).arrayBuffer()
    const after = expect.objectContaining({ id, fileName, sha256, softwareId: '020' })
    expect(await eventsOf(id)).toEqual([{ actorId: suite.admin.userId, tenantId, after }])
  })

  it('is rejected if the file does not exist or its content is missing', async () => {
    const { token } = suite.admin
    const unknown = { nodeId: crypto.randomUUID(), fileName: 'a' }
    expect(await send(suite.server, fileDownload, unknown, { token })).toMatchObject({ code: codes.notFound })
    const { id: nodeId, fileName, contentKey } = await addFile(suite.database)
    await testFiles().delete(contentKey)
    expect(await send(suite.server, fileDownload, { nodeId, fileName }, { token })).toMatchObject({
      code: codes.notFound,
      message: '文件内容已不在存储中，请联系管理员',
    })
    expect(await eventsOf(nodeId)).toEqual([])
  })

  it.each([
    ['shorter than', { size: 1_000_001 }],
    ['other than', { sha256: createHash('sha256').update('other').digest('hex') }],
  ])('breaks off if the content is %s what was stored', async (_how, facts) => {
    const { id, fileName } = await addFile(suite.database, { content: 'x'.repeat(1_000_000), ...facts })
    const response = await ask(id, fileName)
    await expect(response.arrayBuffer()).rejects.toThrow()
  })

  it('is available to platform administrators only', async () => {
    const { tenantId } = suite.here
    const { id, fileName } = await addFile(suite.database, { tenantId })
    for (const { token } of [suite.here, suite.guest])
      expect(await (await ask(id, fileName, token)).json()).toMatchObject({ code: codes.forbidden })
  })
})
