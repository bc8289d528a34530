import type { Secrets } from '../../secrets/index.ts'
import type { Rendered } from '../templates/index.ts'

/** What a message says; kept encrypted, since codes and keys are in it. */
export type Body = Pick<Rendered, 'text' | 'html' | 'params' | 'secret'>

const purpose = 'message'

/** Encrypts a body for the outbox. */
export const sealBody = (secrets: Secrets, { text, html, params, secret }: Body): string =>
  secrets.encrypt(purpose, JSON.stringify({ text, html, params, secret }))

/** Reads what `sealBody` made. @throws where it was made under another SECRET_KEY */
export const openBody = (secrets: Secrets, sealed: string): Body =>
  JSON.parse(secrets.decrypt(purpose, sealed)) as Body
