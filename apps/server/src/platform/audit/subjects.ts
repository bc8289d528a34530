import { sql } from 'kysely'
import type { Trx } from '../database/transaction.ts'
import type { AuditEntity } from './entities.ts'

/** A change, as it is recorded. */
interface Change {
  readonly entity: AuditEntity
  readonly entityId: string
  readonly before?: object
  readonly after?: object
}

/** What an event concerns besides its own thing. The trail is searched by it. */
interface Subjects {
  /** The study, if there is only one. */
  readonly studyId: string | null
  /** Ids of people, of several studies, and of the things in a list; null without any. */
  readonly subjects: string[] | null
}

/** Fields that refer to studies and people, as an event names them. */
const references = ['studyId', 'studyIds', 'studyUrlId', 'studyUrlIds', 'userId', 'tenantUserId'] as const

type Reference = (typeof references)[number]

interface Named extends Record<Reference, Set<string>> {
  /** Ids of the things in lists. */
  readonly things: Set<string>
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const texts = (value: unknown): string[] =>
  [value].flat().filter((text): text is string => typeof text === 'string' && text !== '')

/** Adds the ids that a record names, and those of the records in its lists. */
function collect(value: unknown, named: Named, isThing: boolean): void {
  if (Array.isArray(value)) for (const item of value) collect(item, named, isThing)
  if (!isRecord(value)) return
  if (isThing) for (const id of texts(value.id)) named.things.add(id)
  for (const reference of references) for (const id of texts(value[reference])) named[reference].add(id)
  for (const [name, inner] of Object.entries(value)) collect(inner, named, name === 'list')
}

/** Fields by which a module or a tenant's setting refers to a release. */
const releaseFields = ['active', 'shareVersion', 'version'] as const

/** Returns the ids of the releases to and from which a module or a tenant's setting changes. */
function releasesOf({ entity, before, after }: Change): string[] {
  const module = { remote_module: 'id', tenant_release: 'name' }[entity as string]
  if (module === undefined) return []
  const [former, current]: Readonly<Record<string, unknown>>[] = [{ ...before }, { ...after }]
  return releaseFields
    .filter((field) => former?.[field] !== current?.[field])
    .flatMap((field) => texts([former?.[field], current?.[field]]))
    .map((version) => `${String(current?.[module] ?? former?.[module])}@${version}`)
}

/** Looks up the studies of links, and the people of memberships. */
async function lookUp(trx: Trx, links: readonly string[], members: readonly string[]) {
  if (links.length === 0 && members.length === 0) return { studies: [], people: [] }
  const { rows } = await sql<{ studies: string[]; people: string[] }>`
    select array(select study_id from study_url where id = any(${links})) as studies,
      array(select user_id from tenant_user where id = any(${members})) as people`.execute(trx)
  return rows[0] ?? { studies: [], people: [] }
}

/** Returns the study, the people and the other things that an event concerns. */
export async function subjectsOf(trx: Trx, change: Change): Promise<Subjects> {
  const { entity, entityId, before, after } = change
  const named: Named = {
    ...(Object.fromEntries(references.map((name) => [name, new Set()])) as Record<Reference, Set<string>>),
    things: new Set(),
  }
  collect([before, after], named, false)
  const links = [...named.studyUrlId, ...named.studyUrlIds]
  const found = await lookUp(trx, links, [...named.tenantUserId])
  const own = entity === 'study' ? texts(entityId.split(',')) : []
  const studies = new Set([...named.studyId, ...named.studyIds, ...found.studies, ...own])
  const [only] = studies
  const subjects = new Set([...named.userId, ...found.people, ...named.things, ...releasesOf(change)])
  if (studies.size > 1) for (const study of studies) subjects.add(study)
  return {
    studyId: studies.size === 1 && only !== undefined ? only : null,
    subjects: subjects.size > 0 ? [...subjects].toSorted() : null,
  }
}
