import {
  call,
  codes,
  noData,
  signatureAccountHeader,
  signatureMeaningHeader,
  signaturePasswordHeader,
} from '@atrium/contract'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import * as z from 'zod/mini'
import { textsSettled } from '../i18n/texts.ts'
import { envelope, type Result, type SeenRequest, startApi } from '../testing/api-server.ts'
import { Rejection } from './failures.ts'
import { installNotifier } from './notifier.ts'
import { send } from './send.ts'
import { installSignatureQuestion, type SignatureQuestion } from './signature.ts'

const remove = call({
  method: 'POST',
  path: '/thing/delete',
  summary: 'deletes',
  access: { kind: 'session' },
  effect: 'write',
  request: z.object({ id: z.string() }),
  response: noData,
})

const problemOf = (field: string, message: string) =>
  envelope(codes.invalid, '', null, { errors: [{ field, message }], signatureMeaning: 'approver' })

let questions: SignatureQuestion[]
let shown: string[]
let response: (request: SeenRequest) => Result
let answer: (question: SignatureQuestion) => Promise<{ response: unknown } | undefined>
let api: Awaited<ReturnType<typeof startApi>>

beforeEach(async () => {
  questions = []
  shown = []
  installNotifier({ error: (message, closed) => closed() ?? void shown.push(message) })
  installSignatureQuestion(async (question) => {
    questions.push(question)
    return answer(question)
  })
  response = ({ headers }) =>
    headers[signaturePasswordHeader] ? envelope(codes.ok, '') : problemOf('signature', '需要签名')
  api = await startApi((request) => response(request))
  await textsSettled()
})
afterEach(() => api.stop())

const sent = { account: '李敏', password: 'v2.x', meaning: 'approver' } as const

describe('an electronic signature', () => {
  it('is asked for if the server requires one, and sent with the same call', async () => {
    answer = async ({ attempt }) => {
      const outcome = await attempt(sent)
      return 'response' in outcome ? outcome : undefined
    }
    await send(remove, { id: '7' })
    expect(questions[0]?.problem).toEqual({ field: 'signature', message: '需要签名', meaning: 'approver' })
    expect(api.seen.map(({ body }) => body)).toEqual([{ id: '7' }, { id: '7' }])
    expect(api.seen[1]?.headers).toMatchObject({
      [signatureAccountHeader]: encodeURIComponent('李敏'),
      [signaturePasswordHeader]: 'v2.x',
      [signatureMeaningHeader]: 'approver',
    })
    expect(shown).toEqual([])
  })

  it('can be tried again after a wrong password, which no message covers', async () => {
    response = () => problemOf('signature.password', '密码错误')
    answer = async ({ attempt }) => {
      expect(await attempt(sent)).toEqual({
        problem: { field: 'password', message: '密码错误', meaning: 'approver' },
      })
      return undefined
    }
    await expect(send(remove, { id: '7' })).rejects.toBeInstanceOf(Rejection)
    expect(shown).toEqual([])
  })

  it('does not hide another rejection of the signed call', async () => {
    response = ({ headers }) =>
      headers[signaturePasswordHeader] ? envelope(codes.conflict, '正在使用') : problemOf('signature', '')
    answer = async ({ attempt }) => {
      await attempt(sent)
      return undefined
    }
    await expect(send(remove, { id: '7' })).rejects.toMatchObject({ code: codes.conflict })
    expect(shown).toEqual(['正在使用'])
  })

  it('fails with the rejection if the user does not sign', async () => {
    answer = async () => undefined
    await expect(send(remove, { id: '7' })).rejects.toMatchObject({ code: codes.invalid })
    expect(api.seen).toHaveLength(1)
  })
})
