import { type Envelope, isSessionInvalid } from '@atrium/contract'
import { sessionInvalid, sessionRenewed } from '../session/invalid.ts'
import { sessionKey } from '../session/store.ts'

/** The session's key where the server refused it. */
const refusedKey = ({ code }: Envelope, key: string | undefined): string | undefined =>
  isSessionInvalid(Number(code)) ? key : undefined

/**
 * One request within the session. Where that has ended, it waits until the user has signed in again and is sent once
 * more; refused again, it is not repeated.
 * @param ask sends the request under a session's key
 * @throws AbortError when aborted, or when the user signs out instead of in
 */
export async function askInSession(
  ask: (key: string | undefined) => Promise<Envelope>,
  signal: AbortSignal | undefined,
): Promise<Envelope> {
  await sessionRenewed(signal)
  const key = sessionKey()
  const envelope = await ask(key)
  const refused = refusedKey(envelope, key)
  if (!refused) return envelope
  sessionInvalid(refused, envelope.code)
  await sessionRenewed(signal)
  const next = sessionKey()
  if (!next) return envelope
  const again = await ask(next)
  if (refusedKey(again, next)) sessionInvalid(next, again.code)
  return again
}
