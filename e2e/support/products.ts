import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { type Envelope, fileUpload, softwareSave } from '@atrium/contract'
import type { Api } from './api.ts'
import { suiteUrl } from './suite.ts'
import { unique } from './unique.ts'

/** A linked product for one test. */
interface LinkedProduct {
  readonly softwareName: string
  /**
   * Stores a file as the product does, with a signed call.
   * @returns its id
   */
  readonly upload: (fileName: string, content: Buffer) => Promise<string>
}

/** Adds a product with a key. */
export async function linkedProduct(api: Api): Promise<LinkedProduct> {
  const softwareName = unique('业务系统')
  const appCode = `T${randomBytes(4).toString('hex')}`
  const appKey = randomBytes(32).toString('base64url')
  await api(softwareSave, { softwareName, webCode: appCode, appCode, appKey, validityTime: 30, sort: 999 })

  const upload = async (fileName: string, content: Buffer) => {
    const path = `/api${fileUpload.path}?${new URLSearchParams({ fileName })}`
    const facts = {
      'atrium-timestamp': String(Math.floor(Date.now() / 1000)),
      'atrium-nonce': randomBytes(16).toString('base64url'),
      'idempotency-key': randomUUID(),
    }
    const hash = createHash('sha256').update(content).digest('hex')
    const text = [...Object.values(facts), 'POST', path, hash].join('\n')
    const response = await fetch(`${suiteUrl}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/octet-stream',
        'atrium-key': appCode,
        ...facts,
        'atrium-content-sha256': hash,
        'atrium-signature': `v1=${createHmac('sha256', appKey).update(text).digest('hex')}`,
      },
      body: new Uint8Array(content),
    })
    const { success, message, data } = (await response.json()) as Envelope<string>
    if (!success || !data) throw new Error(`the upload was refused: ${message}`)
    return data
  }
  return { softwareName, upload }
}
