import type { TestDatabase } from '../../../../../test-support/index.ts'
import { decryptBody } from '../../../messages/index.ts'
import { secrets } from './server.ts'

/** Returns the pending messages of a recipient, oldest first. */
export const messagesTo = async ({ owner }: TestDatabase, recipient: string) => {
  const rows = await owner
    .selectFrom('message')
    .select(['template', 'kind', 'language', 'tenantId', 'bodyEncrypted'])
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute()
  return rows.map(({ bodyEncrypted, ...row }) => {
    const { secret = '', text } = decryptBody(secrets, bodyEncrypted ?? '')
    return { ...row, secret, text }
  })
}

/** Returns the code or key in the latest message to a recipient. */
export const secretSentTo = async (database: TestDatabase, recipient: string): Promise<string> => {
  const last = (await messagesTo(database, recipient)).at(-1)
  if (!last) throw new Error(`nothing was sent to ${recipient}`)
  return last.secret
}
