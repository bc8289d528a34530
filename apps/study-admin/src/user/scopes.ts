import type { StudyNode } from '@atrium/contract'
import type { Branch } from '@atrium/ui-kit/tree'

/** A study or a site to which users are authorized. */
export interface StudyScope extends Branch {
  /** Id of the study in the product, or of the site. */
  readonly id: string
  /** Code and name, for the tree. */
  readonly name: string
  /** Name for titles and messages. A study's omits the code, a site's includes it. */
  readonly title: string
  readonly study: StudyNode
  /** Empty for the study itself. */
  readonly studySiteId: string
  readonly list: readonly StudyScope[]
}

const called = ({ code, name }: { readonly code: string; readonly name: string }) => `${code} ${name}`

/** Converts studies with their sites to a tree. */
export const scopesOf = (studies: readonly StudyNode[]): StudyScope[] =>
  studies.map((study) => ({
    id: study.studyUrlId,
    name: called(study),
    title: study.name,
    study,
    studySiteId: '',
    list: study.sites.map((site) => ({
      id: site.studySiteId,
      name: called(site),
      title: called(site),
      study,
      studySiteId: site.studySiteId,
      list: [],
    })),
  }))

/** Returns the scope with an id, undefined if there is none. */
export const scopeWith = (scopes: readonly StudyScope[], id: string): StudyScope | undefined =>
  scopes.find((scope) => scope.id === id) ??
  scopes.flatMap(({ list }) => list).find((scope) => scope.id === id)

/** Returns the name of a scope in the tree. */
export const nameOf = ({ name }: StudyScope): string => name
