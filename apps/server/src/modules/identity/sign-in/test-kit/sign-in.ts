import { type Envelope, type SignInResponse, signIn } from '@atrium/contract'
import { sql } from 'kysely'
import type { TestDatabase } from '../../../../../test-support/index.ts'
import { tokenHash } from '../../../../platform/caller/token.ts'
import { encrypt } from './passwords.ts'
import { type Sender, send } from './send.ts'
import type { Reachable } from './server.ts'
import { password as rightPassword } from './users.ts'

interface Attempt extends Sender {
  readonly userName: string
  readonly password?: string
  readonly captcha?: string
  readonly checkKey?: string
}

/** Tries to sign in, with the right password by default. */
export const trySignIn = async (server: Reachable, attempt: Attempt): Promise<Envelope<SignInResponse>> => {
  const { userName, password = rightPassword, captcha = '', checkKey = '', ...sender } = attempt
  const encrypted = await encrypt(server, { password, purpose: 'sign-in', name: userName })
  return send(server, signIn, { userName, password: encrypted, captcha, checkKey }, sender)
}

/** Signs in and returns the token. */
export const signInAs = async (server: Reachable, userName: string, sender?: Sender): Promise<string> => {
  const { data, code } = await trySignIn(server, { userName, ...sender })
  if (!data) throw new Error(`signing in was answered with ${code}`)
  return data.token
}

/** Ages one session by some minutes. */
export const ageSession = (database: Pick<TestDatabase, 'owner'>, token: string, minutes: number) =>
  database.owner
    .updateTable('session')
    .set({
      lastSeenAt: sql<Date>`last_seen_at - make_interval(mins => ${minutes})`,
      expiresAt: sql<Date>`expires_at - make_interval(mins => ${minutes})`,
    })
    .where('tokenHash', '=', tokenHash(token))
    .execute()
