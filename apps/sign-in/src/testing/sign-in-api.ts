import { generateKeyPairSync } from 'node:crypto'
import { endSession, installNotifier } from '@atrium/shared-api'
import { type Answer, envelope, type SeenRequest, startApi } from '@atrium/shared-api/testing'

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const loginKey = {
  keyId: 'k1',
  publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  time: 1_767_225_600_000,
}

/**
 * A server for the screens of signing in, which has the key `k1` for passwords, and a browser in which nobody has
 * signed in yet.
 * @param answer what each other request gets
 */
export async function startSignInApi(answer: (request: SeenRequest) => Answer) {
  // jsdom has no WebCrypto: passwords go the way of pages that came by plain HTTP.
  Object.defineProperty(window, 'isSecureContext', { value: false, configurable: true })
  installNotifier({ error: () => undefined })
  localStorage.clear()
  sessionStorage.clear()
  endSession()
  return startApi((request) =>
    request.path === '/sys/login/key' ? envelope(200, '', loginKey) : answer(request),
  )
}

export type SignInApi = Awaited<ReturnType<typeof startSignInApi>>
