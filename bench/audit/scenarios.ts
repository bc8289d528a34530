import { type auditList, globalTenantId } from '@atrium/contract'
import type { ListScenario } from '../lib/measure.ts'
import { type Reader, studyId, tenantId, userId } from './seed.ts'

const day = 86_400_000
const dayBefore = (days: number): string => new Date(Date.now() - days * day).toISOString().slice(0, 10)

const of = <Input extends object>(name: string, ...requests: Input[]): ListScenario<typeof auditList> => ({
  name,
  keywords: [],
  requests: requests.map((request) => ({ limit: 20, page: 1, ...request })),
})

const year = { startTime: dayBefore(700), endTime: dayBefore(400) }
const [busy, quiet] = [tenantId(0), tenantId(450)]

/** Requests of the platform: first pages by each filter, alone and together, of what many and what few events have. */
export const scenariosOfPlatform: readonly ListScenario<typeof auditList>[] = [
  of('first page', {}),
  of('page 50', { page: 50 }),
  of('one day', { startTime: dayBefore(500), endTime: dayBefore(500) }),
  of('one year', year),
  of('a busy tenant', { tenantId: busy }),
  of('a quiet tenant', { tenantId: quiet }),
  of('the platform', { tenantId: globalTenantId }),
  of('a busy person', { actorId: userId(0) }),
  of('a quiet person', { actorId: userId(49_000) }),
  of('nobody', { actorId: 'nobody' }),
  of('a common kind', { entity: 'session' }),
  of('a rare kind', { entity: 'safe_strategy' }),
  of('a common act', { call: '/sys/login' }),
  of('a rare act', { call: '/safeStrategy/save' }),
  of('a busy study', { studyId: studyId(0) }),
  of('a quiet study', { studyId: studyId(4_900) }),
  of('a request', { requestId: '5f8c3b1e-0000-4000-8000-000000000000' }),
  of('history of a person', { entity: 'app_user', entityId: userId(49_000) }),
  of('a rare kind in a quiet tenant', { tenantId: quiet, entity: 'safe_strategy' }),
  of('a common kind by a quiet person', { entity: 'session', actorId: userId(49_000) }),
  of('a rare act by a busy person', { call: '/safeStrategy/save', actorId: userId(0) }),
  of('a busy study by a quiet person', { studyId: studyId(0), actorId: userId(49_000) }),
  of('a busy study in one year', { studyId: studyId(0), ...year }),
  of('everything at once', {
    ...{
      tenantId: busy,
      actorId: userId(1),
      studyId: studyId(0),
      entity: 'study_user',
      call: '/studyUser/save',
    },
    ...year,
  }),
]

/** Requests of a tenant's administrator, whom row-level security limits to the tenant's events. */
export const scenariosOfTenant = ({ name, id, study }: Reader): readonly ListScenario<typeof auditList>[] =>
  [
    of('first page', {}),
    of('page 50', { page: 50 }),
    of('one day', { startTime: dayBefore(500), endTime: dayBefore(500) }),
    of('one year', year),
    of('a busy person', { actorId: userId(0) }),
    of('a quiet person', { actorId: userId(49_000) }),
    of('a common kind', { entity: 'session' }),
    of('a rare kind', { entity: 'safe_strategy' }),
    of('a common act', { call: '/sys/login' }),
    of('a rare act', { call: '/safeStrategy/save' }),
    of('a study', { studyId: study }),
    of('a request', { requestId: '5f8c3b1e-0000-4000-8000-000000000000' }),
    of('history of a person', { entity: 'app_user', entityId: userId(49_000) }),
    of('a rare act in one year', { call: '/safeStrategy/save', ...year }),
    of('a study by a quiet person', { studyId: study, actorId: userId(49_000) }),
  ].map((scenario) => ({
    ...scenario,
    name: `${name}: ${scenario.name}`,
    requests: scenario.requests.map((request) => ({ ...request, tenantId: id })),
  }))
