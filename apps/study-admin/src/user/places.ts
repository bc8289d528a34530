import type { StudyNode } from '@atrium/contract'
import type { Branch } from '@atrium/ui-kit/tree'

/** A study or one of its sites, where people are authorized. */
export interface StudyPlace extends Branch {
  /** Of the study in the product, or of the site. */
  readonly id: string
  /** Code and name. */
  readonly name: string
  /** The same where it stands by itself: a study's name tells it without its code. */
  readonly title: string
  readonly study: StudyNode
  /** '' for the study itself. */
  readonly studySiteId: string
  readonly list: readonly StudyPlace[]
}

const called = ({ code, name }: { readonly code: string; readonly name: string }) => `${code} ${name}`

/** Studies with their sites as a tree. */
export const placesOf = (studies: readonly StudyNode[]): StudyPlace[] =>
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

/** The place with an id; undefined where there is none. */
export const placeWith = (places: readonly StudyPlace[], id: string): StudyPlace | undefined =>
  places.find((place) => place.id === id) ??
  places.flatMap(({ list }) => list).find((place) => place.id === id)

/** What a place is called in the tree. */
export const nameOf = ({ name }: StudyPlace): string => name
