import { generateKeyPairSync } from 'node:crypto'
import { endSession, installNotifier } from '@atrium/shared-api'
import { envelope, type Result, type SeenRequest, startApi } from '@atrium/shared-api/testing'

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const loginKey = {
  keyId: 'k1',
  publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  time: 1_767_225_600_000,
}

/**
 * Starts a server for the sign-in screens, with `k1` as its password key, and resets the browser.
 * @param response returns the response to each other request
 */
export async function startSignInApi(response: (request: SeenRequest) => Result) {
  // jsdom has no WebCrypto, so passwords are sent as on a page over plain HTTP.
  Object.defineProperty(window, 'isSecureContext', { value: false, configurable: true })
  installNotifier({ error: () => undefined })
  localStorage.clear()
  sessionStorage.clear()
  endSession()
  return startApi((request) =>
    request.path === '/sys/login/key' ? envelope(200, '', loginKey) : response(request),
  )
}

export type SignInApi = Awaited<ReturnType<typeof startSignInApi>>
