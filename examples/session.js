import { constants, createCipheriv, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto'

/**
 * Signs a user in for a page that embeds Atrium, as the server of a host does.
 * @param {string} apiBase e.g. https://atrium.example/api
 * @param {string} userName
 * @param {string} password
 * @returns {Promise<string>} the session's key, the `token` of `mount`
 */
export async function signIn(apiBase, userName, password) {
  const call = async (path, body) => {
    const answer = await fetch(apiBase + path, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    })
    const { success, message, data } = await answer.json()
    if (!success) throw new Error(message)
    return data
  }
  const { keyId, publicKey, time } = await call('/sys/login/key')
  const nonce = randomBytes(16).toString('base64url')
  const contents = { password, purpose: 'sign-in', name: userName, issuedAt: time, nonce }
  const [aesKey, iv] = [randomBytes(32), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', aesKey, iv)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(contents)), cipher.final(), cipher.getAuthTag()])
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  const wrapped = publicEncrypt(
    { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    aesKey,
  )
  const parts = [wrapped, iv, sealed].map((part) => part.toString('base64url'))
  const { token } = await call('/sys/login', { userName, password: ['v2', keyId, ...parts].join('.') })
  return token
}
