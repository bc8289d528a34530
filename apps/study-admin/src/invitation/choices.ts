import type { Call, InputOf, StudyNode } from '@atrium/contract'
import { createSelection, type Selection } from '@atrium/ui-kit/list'
import { useCallback, useSyncExternalStore } from 'react'

/** Choices that may be missing before the dialog opens. Each is a text key in `invitation.missing`. */
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

/** Invitation without recipients, or the first missing choice. */
export type Prepared<C extends Call> =
  | { readonly missing: Missing /** Project or role that lacks the choice. */; readonly of?: string }
  | { readonly values: Partial<InputOf<C>> }

/** Fields of a study that an invitation needs. */
export type InvitedStudy = Pick<StudyNode, 'id' | 'studyUrlId' | 'tenantId'>

/** Item that can be chosen. */
export interface Choosable {
  readonly id: string
  readonly name: string
  readonly code?: string
}

/** A role under the name that the product sent. */
export interface SentRole {
  readonly id: string
  readonly name: string
}

/** Returns a role under the name that the product sent, rather than that of one language. */
export const sentRole = ({ id, sent }: { readonly id: string; readonly sent: string }): SentRole => ({
  id,
  name: sent,
})

/** Returns the chosen id of a single selection, '' if there is none. */
export const chosenIn = (selection: Selection): string => [...selection.ids()][0] ?? ''

/** Returns the chosen items that the product still offers. */
export const chosenOf = <Thing extends { readonly id: string }>(
  things: readonly Thing[],
  selection: Selection,
): Thing[] => things.filter(({ id }) => selection.ids().has(id))

/** Returns the ids of the chosen items that the product still offers. */
export const idsChosenOf = (
  things: readonly { readonly id: string }[] | undefined,
  selection: Selection,
): string[] => chosenOf(things ?? [], selection).map(({ id }) => id)

/** Returns a value computed from several selections, and again after each change of a selection. */
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

/** Returns the total number of chosen items. */
export const countIn = (selections: readonly Selection[]): number =>
  selections.reduce((sum, selection) => sum + selection.ids().size, 0)

const pairOf = (roleId: string, environmentId: string): string => JSON.stringify([roleId, environmentId])
const roleIn = (pair: string): string => JSON.parse(pair)[0]

/**
 * Creates a selection of roles with environments. Choosing an environment chooses its role, and deselecting a role
 * deselects its environments.
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
