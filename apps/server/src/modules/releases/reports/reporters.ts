import { sql } from 'kysely'
import { isRunning } from '../../../platform/caller/sessions.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import type { Services } from '../../../platform/http/work.ts'
import { isActiveMember } from '../../access/index.ts'
import { isOpenToAll, readModules } from '../registry.ts'
import type { ReportedEvent } from '../report-buffer.ts'
import { independentUsers } from './independence.ts'
import type { KnownEvent } from './summary.ts'

type Reporting = Pick<Services, 'secrets' | 'releases' | 'profile'>

/** Signed-in user, with the facts that determine which releases they get. */
interface Person {
  readonly userId: string
  /** Whether the user has every menu. */
  readonly superAdmin: boolean
  /** URLs of the user's menu entries. */
  readonly urls: readonly string[]
  /** Releases to which the user's tenants are pinned. */
  readonly held: readonly Held[]
}

interface Held {
  readonly name: string
  readonly version: string
}

/** Returns the menu entries of users, from their roles that are in effect. */
async function menusOf(trx: Trx, users: readonly string[]) {
  const roles = await trx
    .selectFrom('openRole')
    .select(['userId', 'roleId', 'superAdmin'])
    .where('userId', '=', sql<string>`any(${users})`)
    .execute()
  const roleIds = [...new Set(roles.map(({ roleId }) => roleId))]
  const entries = await trx
    .selectFrom('roleMenu')
    .innerJoin('openMenu', 'openMenu.id', 'roleMenu.menuId')
    .select(['roleId', 'url'])
    .where('roleId', '=', sql<string>`any(${roleIds})`)
    .execute()
  const urlsOfRole = Map.groupBy(entries, ({ roleId }) => roleId)
  const rolesOfUser = Map.groupBy(roles, ({ userId }) => userId)
  return (userId: string): Pick<Person, 'superAdmin' | 'urls'> => {
    const own = rolesOfUser.get(userId) ?? []
    return {
      superAdmin: own.some(({ superAdmin }) => superAdmin),
      urls: own.flatMap(({ roleId }) => (urlsOfRole.get(roleId) ?? []).map(({ url }) => url)),
    }
  }
}

/** Selects the releases to which the tenants of users are pinned. */
const heldBy = (trx: Trx, users: readonly string[]) =>
  trx
    .selectFrom('tenantUser')
    .innerJoin('tenantRelease', 'tenantRelease.tenantId', 'tenantUser.tenantId')
    .select(['tenantUser.userId', 'tenantRelease.name', 'tenantRelease.version'])
    .where('tenantUser.userId', '=', sql<string>`any(${users})`)
    .where(isActiveMember())
    .where('tenantRelease.mode', '<>', 'follow')
    .execute()

/** Returns the users of active sessions, by session hash. */
async function personsOf(
  trx: Trx,
  { profile }: Reporting,
  events: readonly ReportedEvent[],
): Promise<Map<string, Person>> {
  const hashes = [...new Set(events.map(({ sessionHash }) => sessionHash))].filter(Boolean)
  const sessions = await trx
    .selectFrom('session')
    .select(['tokenHash', 'userId'])
    .where('tokenHash', '=', sql<string>`any(${hashes})`)
    .where(isRunning(profile.sessionLifetime))
    .execute()
  const users = [...new Set(sessions.map(({ userId }) => userId))]
  const menus = await menusOf(trx, users)
  const held = Map.groupBy(await heldBy(trx, users), ({ userId }) => userId)
  return new Map(
    sessions.map(({ tokenHash, userId }) => [
      tokenHash,
      { userId, ...menus(userId), held: held.get(userId) ?? [] },
    ]),
  )
}

/** Returns a function that checks whether a user currently gets a release or can fall back to it. */
async function currentUsersOf(
  trx: Trx,
  { releases }: Reporting,
): Promise<(held: readonly Held[], release: Held) => Promise<boolean>> {
  const states = await readModules(trx)
  const registries = new Map<string, ReturnType<typeof releases.registryFor>>()
  return async (held, { name, version }) => {
    const key = held
      .map((one) => `${one.name}@${one.version}`)
      .sort()
      .join()
    const registry =
      registries.get(key) ??
      releases.registryFor(
        states.map((state) => ({
          ...state,
          held: held.filter((one) => one.name === state.module.id).map((one) => one.version),
        })),
      )
    registries.set(key, registry)
    const entry = (await registry).remotes.find((remote) => remote.name === name)
    return entry !== undefined && Object.hasOwn(entry.releases, version)
  }
}

const leadsInto = (routes: readonly string[], url: string): boolean =>
  routes.some((route) => url === route || url.startsWith(`${route}/`))

/**
 * Returns the events that can be attributed: of existing releases, from signed-in users whose menu leads to the
 * module, or from any sender if the module is public. Each event gets a keyed hash of its user, the same for all
 * their sessions, or of the address if the sender is not signed in. The hash differs between releases.
 */
export async function knownEvents(
  trx: Trx,
  services: Reporting,
  events: readonly ReportedEvent[],
): Promise<KnownEvent[]> {
  const ids = [...new Set(events.map(({ event }) => `${event.name}@${event.version}`))]
  const releases = await trx
    .selectFrom('remoteRelease')
    .select(['id', 'routes'])
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
  const routesOf = new Map(releases.map(({ id, routes }) => [id, routes]))
  const persons = await personsOf(trx, services, events)
  const users = [...new Set([...persons.values()].map(({ userId }) => userId))]
  const independent = await independentUsers(trx, users)
  const gets = await currentUsersOf(trx, services)
  const known: KnownEvent[] = []
  for (const { event, sessionHash, address, browser, at } of events) {
    const id = `${event.name}@${event.version}`
    const routes = routesOf.get(id)
    const person = persons.get(sessionHash)
    if (!routes) continue
    const mayBeThere =
      isOpenToAll(routes) || person?.superAdmin || person?.urls.some((url) => leadsInto(routes, url))
    if (!mayBeThere) continue
    const keyed = (whose: string) => services.secrets.digest('release-report', `${id} ${whose}`).slice(0, 32)
    const { origin, tenants = [] } = (person && independent.get(person.userId)) ?? {}
    known.push({
      ...{ event, browser, at, signedIn: person !== undefined },
      person: keyed(person ? `user ${person.userId}` : `address ${address}`),
      origin: origin === undefined ? null : keyed(`origin ${origin}`),
      tenants: tenants.map((tenant) => keyed(`tenant ${tenant}`)),
      counts: await gets(person?.held ?? [], event),
    })
  }
  return known
}
