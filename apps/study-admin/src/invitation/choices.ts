import type { Call, InputOf, StudyNode } from '@atrium/contract'
import { createSelection, type Selection } from '@atrium/ui-kit/list'
import { useCallback, useSyncExternalStore } from 'react'

/** Choices that are missing when the dialog opens; a key of `invitation.missing`. */
type Missing =
  | 'study'
  | 'site'
  | 'role'
  | 'environment'
  | 'moduleRole'
  | 'projectRole'
  | 'project'
  | 'siteOrStock'
  | 'blinding'
  | 'unblindingReason'
  | 'tenantRole'
  | 'studyRole'

/** An invitation but for the people, or what it still lacks. */
export type Prepared<C extends Call> =
  | { readonly missing: Missing /** Where, for instance in which project. */; readonly of?: string }
  | { readonly values: Partial<InputOf<C>> }

/** Fields of a study that an invitation needs. */
export type InvitedStudy = Pick<StudyNode, 'id' | 'studyUrlId' | 'tenantId'>

/** Something that can be chosen. */
export interface Choosable {
  readonly id: string
  readonly name: string
  readonly code?: string
}

/** The selected id if at most one can be selected, '' for none. */
export const chosenIn = (selection: Selection): string => [...selection.ids()][0] ?? ''

/** Returns the chosen items that the product still offers. */
export const chosenOf = <Thing extends { readonly id: string }>(
  things: readonly Thing[],
  selection: Selection,
): Thing[] => things.filter(({ id }) => selection.ids().has(id))

/** The ids of those. */
export const idsChosenOf = (
  things: readonly { readonly id: string }[] | undefined,
  selection: Selection,
): string[] => chosenOf(things ?? [], selection).map(({ id }) => id)

/** Snapshot of several selections, renewed at each change. */
export function useChosen<Read extends string | number | boolean>(
  selections: readonly Selection[],
  read: () => Read,
): Read {
  const subscribe = useCallback(
    (changed: () => void) => {
      const ends = selections.map((selection) => selection.subscribe(changed))
      return () => {
        for (const end of ends) end()
      }
    },
    [selections],
  )
  return useSyncExternalStore(subscribe, read)
}

/** How many things are chosen in all. */
export const countIn = (selections: readonly Selection[]): number =>
  selections.reduce((sum, selection) => sum + selection.ids().size, 0)

const pairOf = (roleId: string, environmentId: string): string => JSON.stringify([roleId, environmentId])
const roleIn = (pair: string): string => JSON.parse(pair)[0]

/**
 * Roles with their environments: choosing an environment chooses its role, and removing a role removes its
 * environments.
 */
export function createRolesByEnvironment() {
  const [roles, pairs] = [createSelection(), createSelection()]
  const pairsOf = (ids: readonly string[]) => [...pairs.ids()].filter((pair) => ids.includes(roleIn(pair)))
  return {
    roles: {
      ...roles,
      set: (ids: readonly string[], selected: boolean) => {
        if (!selected) pairs.set(pairsOf(ids), false)
        roles.set(ids, selected)
      },
      clear: () => {
        pairs.clear()
        roles.clear()
      },
    } satisfies Selection,
    subscribe: pairs.subscribe,
    has: (roleId: string, environmentId: string) => pairs.ids().has(pairOf(roleId, environmentId)),
    set: (roleId: string, environmentId: string, chosen: boolean) => {
      if (chosen) roles.set([roleId], true)
      pairs.set([pairOf(roleId, environmentId)], chosen)
    },
  }
}
export type RolesByEnvironment = ReturnType<typeof createRolesByEnvironment>
