import { codes, forgotReset, forgotSendCode } from '@atrium/contract'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { type Suite, startSuite } from '../../../../app/test-kit/index.ts'
import { type MessageWorker, sendersOf, startMessageWorker } from '../../../messages/index.ts'
import {
  type MailServer,
  profile,
  secrets,
  startGateway,
  startMailServer,
  type TestGateway,
  until,
} from '../../../messages/test-kit/index.ts'
import { addReachable, encrypt, newAddress, send, trySignIn } from '../../sign-in/test-kit/index.ts'

let suite: Suite
let mails: MailServer
let gateway: TestGateway
let worker: MessageWorker

beforeAll(async () => {
  suite = await startSuite()
  mails = await startMailServer()
  gateway = await startGateway()
  const senders = sendersOf({ SMTP_URL: mails.url, SMS_GATEWAY_URL: gateway.url }, profile)
  const { db, queue } = suite.database
  worker = await startMessageWorker({ db, queue, secrets, senders })
})

afterAll(async () => {
  await worker.stop(AbortSignal.abort())
  await Promise.all([mails.close(), gateway.close()])
  await suite.close()
})

it('sends the code by SMS, resets the password and sends the notice by e-mail', async () => {
  const { userName, phone, email } = await addReachable(suite.database)
  const address = newAddress()
  await send(suite.server, forgotSendCode, { userName }, { address })
  await until(() => gateway.asked.length === 1)
  const sms = JSON.parse(gateway.asked[0]?.body ?? '')
  expect(sms).toMatchObject({ to: phone, template: 'passwordResetCode' })
  const fresh = { password: 'Fresh0Password', purpose: 'reset', name: userName } as const
  const password = await encrypt(suite.server, fresh)
  const rePassword = await encrypt(suite.server, fresh)
  const input = { userName, phone, authCode: sms.params.code, password, rePassword }
  expect(await send(suite.server, forgotReset, input, { address })).toMatchObject({ code: codes.ok })
  expect(await trySignIn(suite.server, { userName, password: 'Fresh0Password' })).toMatchObject({
    code: codes.ok,
  })
  await until(() => mails.arrived.length === 1)
  expect(mails.arrived[0]?.to).toEqual([email])
})
