import { Writable } from 'node:stream'
import { parseProfile, userList, userUpdate } from '@atrium/contract'
import { type Suite, startSuite, testApp } from '../../../../app/test-kit/index.ts'
import { createLogger } from '../../../../platform/observability/logger.ts'
import { addReachable, newPhone, type Reachable, send, signInAs } from '../../sign-in/test-kit/index.ts'

let roles = 0

/** A system role with some menus and their group. */
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

/** Somebody with a role, signed in on the first server. */
export const signedInColleague = async (suite: Suite, facts: Parameters<typeof addReachable>[1] = {}) => {
  const user = await addReachable(suite.database, facts)
  return { ...user, token: await signInAs(suite.server, user.userName) }
}

/** The external identity source of the tests' deployment. */
export const source = 'hospital'

/** Two servers over one database. */
export interface Servers extends Suite {
  /** Another process as far as sessions and tenants go: only the database is shared. */
  readonly other: Reachable
  /** Everything that the other has logged, down to the finest level. */
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

/** Contacts that nobody else has. */
export const newContacts = () => {
  const phone = newPhone()
  return { phone, email: `${phone}@hospital.example` }
}

/** A user as the list shows them to the platform's administrator. */
export const listed = async ({ server, admin }: Suite, userName: string, language: 'zh' | 'en' = 'zh') => {
  const input = { userName, searchAll: true, limit: 100 }
  const { data } = await send(server, userList, input, { token: admin.token, language })
  return data?.list.find((user) => user.userName === userName)
}

/** Changes basic information as the platform's administrator, or somebody else. */
export const change = ({ server, admin }: Suite, input: Record<string, unknown>, token = admin.token) =>
  send(server, userUpdate, input as { id: string }, { token })

/** The audit events about a user, by a call. */
export const eventsOf = ({ database }: Suite, id: string, { path }: { path: string }) =>
  database.owner
    .selectFrom('auditEvent')
    .selectAll()
    .where('entityId', '=', id)
    .where('call', '=', path)
    .orderBy('sequence')
    .execute()
