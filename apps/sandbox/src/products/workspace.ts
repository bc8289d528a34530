import { blinding, type Language, type StudyRole } from '@atrium/contract'
import { html } from 'ghtml'
import { sitesOf } from './access.ts'
import { nameIn } from './names.ts'
import type { Product } from './products.ts'
import type { Access, Person, ProductRecords, StudyRecord } from './records.ts'
import type { Session } from './sessions.ts'
import { fill, productTexts } from './texts.ts'

type SiteIds = Access['siteIds']

/** Returns the sites that the user may open, with or without a role there. A null filter allows all. */
const opened = (ids: readonly string[], siteIds: SiteIds): string[] =>
  ids.filter((id) => siteIds?.includes(id) ?? true)

interface View {
  readonly product: Product
  readonly records: ProductRecords
  readonly language: Language
}

type Fact = readonly [label: string, values: readonly string[]]

/** Returns a list of labelled facts. Facts without a value are omitted. */
const facts = (list: readonly Fact[]): string =>
  html`<dl>!${list
    .filter(([, values]) => values.length > 0)
    .map(
      ([label, values]) =>
        html`<div><dt>${label}</dt><dd>!${values.map((value) => html`<span>${value}</span>`).join('')}</dd></div>`,
    )
    .join('')}</dl>`

/** Returns the names of ids in this product. Unknown ids are omitted. */
const namesOf = (
  ids: readonly string[],
  known: readonly { id: string; name: string }[],
  language: Language,
): string[] =>
  [...new Set(ids)].flatMap((id) => {
    const found = known.find((one) => one.id === id)
    return found ? [nameIn(found.name, language)] : []
  })

interface SubjectTable {
  /** Subject of the table. */
  readonly project: string
  readonly subjects: StudyRecord['subjects']
  readonly isBlinded: boolean
  readonly language: Language
}

function subjectTable({ project, subjects, isBlinded, language }: SubjectTable): string {
  const t = productTexts[language]
  const heads = [t.subject, t.randomisedOn, ...(isBlinded ? [] : [t.kit, t.arm])]
  const cellsOf = ({ number, randomisedOn, kit, arm }: StudyRecord['subjects'][number]) => [
    number,
    randomisedOn,
    ...(isBlinded ? [] : [kit, nameIn(arm, language)]),
  ]
  return html`<div class="wide" tabindex="0" role="region" aria-label="${t.subjects} · ${project}"><table>
    <thead><tr>!${heads.map((head) => html`<th scope="col">${head}</th>`).join('')}</tr></thead>
    <tbody>!${subjects
      .map(
        (subject) =>
          `<tr>${cellsOf(subject)
            .map((cell) => html`<td>${cell}</td>`)
            .join('')}</tr>`,
      )
      .join('')}</tbody>
  </table></div>!${isBlinded ? html`<p class="label">${t.hidden}</p>` : ''}`
}

/**
 * Returns an RTSM project for a user with the given roles in it. If one of the roles is blinded, blinded data does
 * not leave the server.
 */
function projectSection(
  view: View,
  study: StudyRecord,
  project: StudyRecord['projects'][number],
  roles: readonly StudyRole[],
  openedIds: SiteIds,
): string {
  const { records, language } = view
  const t = productTexts[language]
  const isBlinded = roles.some(({ isBlind }) => isBlind !== blinding.unblinded)
  const siteIds = opened(
    roles.flatMap((role) => role.siteIds),
    openedIds,
  )
  const subjects = study.subjects.filter(
    ({ projectId, siteId }) => projectId === project.id && siteIds.includes(siteId),
  )
  const name = nameIn(project.name, language)
  return (
    html`<h3>${name}</h3>` +
    facts([
      [
        t.role,
        namesOf(
          roles.map(({ roleId }) => roleId),
          records.roles,
          language,
        ),
      ],
      [t.blinding, [isBlinded ? t.blinded : t.unblinded]],
      [t.sites, namesOf(siteIds, study.sites, language)],
      [
        t.storeHouses,
        namesOf(
          roles.flatMap(({ stockHouseIds }) => stockHouseIds),
          records.storeHouses,
          language,
        ),
      ],
    ]) +
    (subjects.length > 0 ? subjectTable({ project: name, subjects, isBlinded, language }) : '')
  )
}

/** Describes a grant in words. */
function granted(
  view: View,
  study: StudyRecord,
  grant: NonNullable<Access['grant']>,
  openedIds: SiteIds,
): string {
  const { product, records, language } = view
  const t = productTexts[language]
  const { generalRoleId, roles, siteIds, allSites } = grant
  const ofProjects = study.projects.map((project) => ({
    project,
    roles: roles.filter(({ projectId }) => projectId === project.id),
  }))
  if (product.style === 'rtsm')
    return ofProjects
      .filter((one) => one.roles.length > 0)
      .map((one) => projectSection(view, study, one.project, one.roles, openedIds))
      .join('')
  const inEnvironment = ({ roleId, environmentId }: StudyRole) => {
    const [role] = namesOf([roleId], records.roles, language)
    const [environment] = namesOf([environmentId], records.environments, language)
    return role ? [[role, environment].filter(Boolean).join(' · ')] : []
  }
  const sites = sitesOf(study, product.style)
  const given = allSites ? sites.map(({ id }) => id) : siteIds
  const held = product.style === 'etmf' ? given : opened(given, openedIds)
  return facts([
    [
      product.style === 'edc' ? t.moduleRole : t.tenantRole,
      namesOf([generalRoleId], records.roles, language),
    ],
    [t.role, [...new Set(roles.flatMap(inEnvironment))]],
    [t.sites, allSites && held.length === given.length ? [t.allSites] : namesOf(held, sites, language)],
  ])
}

function studyCard(view: View, study: StudyRecord, { grant, siteIds }: Access, isOpened: boolean): string {
  const t = productTexts[view.language]
  return html`<article>
    <div class="facts"><span class="kind">${study.study.code}</span>!${isOpened ? html`<span class="label">${t.opened}</span>` : ''}</div>
    <h2>${study.study.name}</h2>
    !${grant ? granted(view, study, grant, siteIds) : html`<p class="label">${t.noGrant}</p>`}
  </article>`
}

/** Returns the signed-in user's page with their grants in each study of their tenant. The opened study comes first. */
export function workspace(view: View, session: Session, person: Person, signOut: string): string {
  const { records, language } = view
  const t = productTexts[language]
  const studies = records.studies
    .filter(({ tenantId }) => tenantId === session.tenantId)
    .flatMap((study) => {
      const access = records.access.find(
        ({ userId, studyUrlId }) => userId === person.userId && studyUrlId === study.studyUrlId,
      )
      return access ? [{ study, access, isOpened: study.studyUrlId === session.studyUrlId }] : []
    })
    .toSorted(
      (a, b) => Number(b.isOpened) - Number(a.isOpened) || (a.study.study.code < b.study.study.code ? -1 : 1),
    )
  const lifetime =
    session.validityTime > 0
      ? html`<p class="label">${fill(t.lifetime, { minutes: session.validityTime })}</p>`
      : ''
  return (
    html`<article>
    <div class="facts"><span class="kind">${t.signedIn}</span><form method="post" action="${signOut}"><button>${t.signOut}</button></form></div>
    <h2>${person.fullName || person.userName}</h2>
    !${facts([
      [t.tenant, [session.tenantName]],
      [t.email, person.email ? [person.email] : []],
      [t.phone, person.phone ? [person.phone] : []],
    ])}
    !${session.openid ? html`<p class="label">${t.signedInThrough}</p>` : ''}
    !${lifetime}
  </article>` +
    (studies.length > 0
      ? studies.map(({ study, access, isOpened }) => studyCard(view, study, access, isOpened)).join('')
      : html`<p class="empty">${t.noStudies}</p>`)
  )
}
