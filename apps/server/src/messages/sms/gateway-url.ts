import { StartupError } from '../../database/index.ts'

/** Where SMS are handed over, and the key that says from whom. */
export interface Gateway {
  readonly url: string
  readonly keyId: string
  readonly key: string
}

/**
 * Reads SMS_GATEWAY_URL: `http[s]://<key id>:<key>@host[:port]/path`.
 *
 * @throws StartupError where the key is missing; its text does not show the URL
 */
export function parseGatewayUrl(text: string): Gateway {
  const url = new URL(text)
  const keyId = decodeURIComponent(url.username)
  const key = decodeURIComponent(url.password)
  if (keyId === '' || key === '') {
    throw new StartupError(
      'SMS_GATEWAY_URL has no key to sign with: write https://<key id>:<key>@sms.example.com/path.',
    )
  }
  url.username = ''
  url.password = ''
  return { url: url.href, keyId, key }
}
