import { Writable } from 'node:stream'
import { parseProfile, userList, userUpdate } from '@atrium/contract'
import { type Suite, startSuite, testApp } from '../../../../app/test-kit/index.ts'
import { createLogger } from '../../../../platform/observability/logger.ts'
import { addReachable, newPhone, type Reachable, send, signInAs } from '../../sign-in/test-kit/index.ts'

let roles = 0

/** Adds a system role with the given menus and their group. */
export const systemRole = async ({ database: { owner } }: Suite, menus: string[], facts: object = {}) => {
  const id = `role-${++roles}`
  await owner
    .insertInto('role')
    .values({ id, name: `角色 ${id}`, nameEn: `Role ${id}`, roleType: 1, ...facts })
    .execute()
  if (menus.length > 0)
    await owner
      .insertInto('roleMenu')
      .values(menus.map((menuId) => ({ roleId: id, menuId })))
      .execute()
  return id
}

/** Adds a user with a role, and signs them in on the first server. */
export const signedInColleague = async (suite: Suite, facts: Parameters<typeof addReachable>[1] = {}) => {
  const user = await addReachable(suite.database, facts)
  return { ...user, token: await signInAs(suite.server, user.userName) }
}

/** External identity source in the tests' profile. */
export const source = 'hospital'

/** Two servers on one database. */
export interface Servers extends Suite {
  /** A second process that shares only the database with the first. */
  readonly other: Reachable
  /** Returns everything that the second server has logged, at all levels. */
  readonly log: () => string
}

export async function startServers(): Promise<Servers> {
  const suite = await startSuite({ identitySources: [source] })
  const lines: string[] = []
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  const app = await testApp(suite.database.db, {
    profile: parseProfile({ identitySources: [source] }),
    logger: createLogger('trace', sink),
  })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const close = async () => {
    await app.close()
    await suite.close()
  }
  return { ...suite, other: { api: `${address}/api` }, log: () => lines.join(''), close }
}

/** Returns unique contacts. */
export const newContacts = () => {
  const phone = newPhone()
  return { phone, email: `${phone}@hospital.example` }
}

/** Returns a user as listed for the platform's administrator. */
export const listed = async ({ server, admin }: Suite, userName: string, language: 'zh' | 'en' = 'zh') => {
  const input = { userName, searchAll: true, limit: 100 }
  const { data } = await send(server, userList, input, { token: admin.token, language })
  return data?.list.find((user) => user.userName === userName)
}

/** Changes basic information, as the platform's administrator by default. */
export const change = ({ server, admin }: Suite, input: Record<string, unknown>, token = admin.token) =>
  send(server, userUpdate, input as { id: string }, { token })

/** Returns the audit events of a call about a user. */
export const eventsOf = ({ database }: Suite, id: string, { path }: { path: string }) =>
  database.owner
    .selectFrom('auditEvent')
    .selectAll()
    .where('entityId', '=', id)
    .where('call', '=', path)
    .orderBy('sequence')
    .execute()
