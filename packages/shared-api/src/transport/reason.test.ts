import { call, codes, noData } from '@atrium/contract'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import * as z from 'zod/mini'
import { textsSettled } from '../i18n/texts.ts'
import { envelope, type Result, type SeenRequest, startApi } from '../testing/api-server.ts'
import { Rejection } from './failures.ts'
import { installNotifier } from './notifier.ts'
import { installReasonQuestion, type Reason, type ReasonQuestion } from './reason.ts'
import { send } from './send.ts'

const remove = call({
  method: 'GET',
  path: '/thing/delete',
  summary: 'deletes',
  access: { kind: 'session' },
  effect: 'write',
  request: z.object({ id: z.string() }),
  response: noData,
})

const missing = envelope(codes.invalid, '', null, {
  errors: [{ field: 'reason', message: '请填写变更原因' }],
  reasons: [{ code: 'R02', name: '职责变更' }],
})
const needsReason = ({ headers }: SeenRequest): Result =>
  headers['change-reason'] || headers['change-reason-code'] ? envelope(codes.ok, '') : missing

let asked: ReasonQuestion[]
let answer: Reason | undefined
let shown: string[]
let response: (request: SeenRequest) => Result
let api: Awaited<ReturnType<typeof startApi>>

beforeEach(async () => {
  asked = []
  shown = []
  answer = { text: '科室合并', code: '' }
  installNotifier({ error: (message, closed) => closed() ?? void shown.push(message) })
  installReasonQuestion(async (question) => {
    asked.push(question)
    return answer
  })
  response = needsReason
  api = await startApi((request) => response(request))
  await textsSettled()
})
afterEach(() => api.stop())

describe('the reason for a change', () => {
  it('is sent percent-encoded in headers, never in the address', async () => {
    await send(remove, { id: '7' }, { reason: { text: ' 科室合并 ', code: 'R02' } })
    const [request] = api.seen
    expect(request?.headers['change-reason']).toBe(encodeURIComponent('科室合并'))
    expect(request?.headers['change-reason-code']).toBe('R02')
    expect([...(request?.query.keys() ?? [])]).toEqual(['id', 't'])
    expect(asked).toEqual([])
  })

  it('is asked for if the server requires one, and the call is sent once more with it', async () => {
    await send(remove, { id: '7' })
    const problem = { message: '请填写变更原因', choices: [{ code: 'R02', name: '职责变更' }] }
    expect(asked).toMatchObject([{ call: remove, input: { id: '7' }, problem }])
    expect(api.seen).toHaveLength(2)
    expect(shown).toEqual([])
  })

  it('is asked for again with what was given, until the server accepts it', async () => {
    let rejections = 2
    response = () => (rejections-- > 0 ? missing : envelope(codes.ok, ''))
    await send(remove, { id: '7' }, { reason: { text: '原因', code: 'X' } })
    expect(asked.map(({ given }) => given)).toEqual([{ text: '原因', code: 'X' }, answer])
  })

  it('fails with the rejection if the user gives none', async () => {
    answer = undefined
    await expect(send(remove, { id: '7' })).rejects.toBeInstanceOf(Rejection)
    expect(api.seen).toHaveLength(1)
  })

  it('is not asked for by a caller that shows the rejection itself, nor for other rejections', async () => {
    await expect(send(remove, { id: '7' }, { showsReason: true, quiet: true })).rejects.toThrow()
    const both = { errors: [...[{ field: 'reason', message: '' }], { field: 'id', message: '' }] }
    response = () => envelope(codes.invalid, '填写内容有误', null, both)
    await expect(send(remove, { id: '7' })).rejects.toThrow()
    response = () => envelope(codes.conflict, '正在使用')
    await expect(send(remove, { id: '7' })).rejects.toThrow()
    expect(asked).toEqual([])
    expect(shown).toEqual(['填写内容有误', '正在使用'])
  })
})
