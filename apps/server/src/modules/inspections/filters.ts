import { type Call, fieldKeys, keyAtRunTime, type Language, type Translate } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import { nameIn } from '../../platform/crud/index.ts'
import { words } from '../audit-trail/index.ts'

/** Names by id, as `namesInLook` selects them: of an event, the path of its call. */
export type NamesInLook = Readonly<Record<string, string>>

/** Selects the names of what the filters of a look, an `audit_event`, contain the ids of. */
export const namesInLook = (language: Language): RawBuilder<NamesInLook> => sql<NamesInLook>`
  coalesce((
    select jsonb_object_agg(asked.id, found.name)
    from (
      select distinct substr(filter, strpos(filter, '=') + 1) as id
      from jsonb_array_elements_text(audit_event.after -> 'filters') as filter
      where filter ~ '^(id|reviewId|entityId|siteId|userId|actorId|softwareId)='
    ) asked
    cross join lateral (
      select access_review.name from access_review
      where access_review.tenant_id = audit_event.tenant_id and access_review.id = asked.id
      union all select trail_review.name from trail_review
      where trail_review.tenant_id = audit_event.tenant_id and trail_review.id = asked.id
      union all select read.call from audit_event read
      where read.tenant_id = audit_event.tenant_id and read.id = asked.id
      union all select study_site.nick_name from study_site
      where study_site.tenant_id = audit_event.tenant_id and study_site.id = asked.id
      union all select ${nameIn(language, 'appUser.fullName')} from app_user where app_user.id = asked.id
      union all select ${nameIn(language, 'software.softwareName')} from software where software.id = asked.id
      limit 1
    ) found
  ), '{}')`

/** Texts of the states by which a list can be filtered. */
const states: Readonly<Record<string, string>> = {
  '/access/list': 'accessReport.states',
  '/access/export': 'accessReport.states',
  '/accessReview/list': 'accessReview.states',
  '/trailReview/list': 'trailReview.states',
  '/unblinding/list': 'unblinding.states',
}

/**
 * Returns a filter of a look in words, such as “Access review: LMX-101”.
 * @param filter field and value, such as `reviewId=…`
 */
export function filterText(
  filter: string,
  { path, area }: Pick<Call, 'path' | 'area'>,
  names: NamesInLook,
  { t, language }: { readonly t: Translate; readonly language: Language },
): string {
  const [field = '', ...rest] = filter.split('=')
  const value = rest.join('=')
  const own = words[language]
  const inTexts = (texts: string | undefined): string => {
    const key = `${texts}.${value}`
    const text = t(keyAtRunTime(key))
    return text === key ? value : text
  }
  const isEvent = field === 'id' && area === 'auditTrail'
  const label = field === 'id' ? (isEvent ? 'call' : 'reviewId') : field
  const shown: Readonly<Record<string, () => string>> = {
    entity: () => own.kind(value),
    call: () => own.act(value),
    area: () => inTexts('auditTrail.areas'),
    answer: () => inTexts('accessReview.answers'),
    format: () => inTexts('auditTrail.formats'),
    state: () => inTexts(states[path]),
  }
  const name = names[value] ?? value
  return `${t(fieldKeys(label, area))}: ${shown[field]?.() ?? (isEvent ? own.act(name) : name)}`
}
