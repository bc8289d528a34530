import type { StudyNode } from '@atrium/contract'
import type { Branch } from '@atrium/ui-kit/tree'

/** A study or one of its sites, for authorizations. */
export interface StudyScope extends Branch {
  /** Of the study in the product, or of the site. */
  readonly id: string
  /** Code and name. */
  readonly name: string
  /** The name by itself: a study's name is clear without its code. */
  readonly title: string
  readonly study: StudyNode
  /** '' for the study itself. */
  readonly studySiteId: string
  readonly list: readonly StudyScope[]
}

const called = ({ code, name }: { readonly code: string; readonly name: string }) => `${code} ${name}`

/** Studies with their sites as a tree. */
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

/** Returns the scope with an id; undefined if there is none. */
export const scopeWith = (scopes: readonly StudyScope[], id: string): StudyScope | undefined =>
  scopes.find((scope) => scope.id === id) ??
  scopes.flatMap(({ list }) => list).find((scope) => scope.id === id)

/** The name of a scope in the tree. */
export const nameOf = ({ name }: StudyScope): string => name
