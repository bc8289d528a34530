import {
  codes,
  type ctmsChanges,
  type edcChanges,
  type etmfChanges,
  type InvitationChanges,
  type iwrsChanges,
} from '@atrium/contract'
import { notifyError, Rejection, send } from '@atrium/shared-api'
import { type ReactNode, useState } from 'react'
import { type InWords, ReplaceDialog, type Replacement } from './ReplaceDialog.tsx'

/** Calls that list whose authorization an invitation would replace, one for each product. */
export type ChangesCall = typeof edcChanges | typeof iwrsChanges | typeof ctmsChanges | typeof etmfChanges

type Values = Readonly<Record<string, unknown>>

interface Asked extends InvitationChanges {
  readonly hasOthers: boolean
  readonly decide: (replacement: Replacement) => void
}

interface About {
  readonly call: ChangesCall
  /** Field of the call with the ids of the people. */
  readonly users: 'userList' | 'UserList'
  readonly softName: string
  readonly inWords: InWords
}

const listIn = (values: object, field: string): string[] => Object(values)[field] ?? []

/** Shows why the changes are unknown. @returns whether the save goes on, because it shows the error at the fields */
function reasonOf(error: unknown): boolean {
  if (!(error instanceof Rejection)) return false
  if (error.code === codes.invalid) return true
  notifyError(error.message)
  return false
}

/**
 * Asks before an invitation replaces somebody's authorization.
 * @returns the dialog, and `ask`, which returns the input to save: with the people who may be replaced, or without
 * them; or false if the user wants to go back
 */
export function useReplacement({ call, users, softName, inWords }: About): {
  readonly dialog: ReactNode
  readonly ask: (values: Values) => Promise<Values | false>
} {
  const [asked, setAsked] = useState<Asked>()

  const ask = async (values: Values): Promise<Values | false> => {
    const { success, data } = call.request.safeParse(values)
    // If something is missing or wrong, the save shows it at the fields.
    if (!success) return values
    const [people, addresses] = [listIn(data, users), data.EmailList]
    if (people.length + addresses.length === 0) return values
    const found = await send(call, data, { overlay: false, quiet: true }).catch(reasonOf)
    if (typeof found === 'boolean') return found && values
    const { changes } = found
    if (changes.length === 0) return values
    const ids = new Set(changes.map(({ tenantUserId }) => tenantUserId))
    const own = new Set(changes.flatMap((change) => change.addresses))
    const others = {
      [users]: people.filter((id) => !ids.has(id)),
      EmailList: addresses.filter((address) => !own.has(address)),
    }
    const hasOthers = Object.values(others).some(({ length }) => length > 0)
    const { promise, resolve } = Promise.withResolvers<Replacement>()
    setAsked({ ...found, hasOthers, decide: resolve })
    const decision = await promise
    setAsked(undefined)
    if (decision === 'back') return false
    return decision === 'leaveOut' ? { ...values, ...others } : { ...values, replacing: [...ids] }
  }

  const dialog = asked && (
    <ReplaceDialog
      changes={asked.changes}
      after={asked.after}
      softName={softName}
      inWords={inWords}
      hasOthers={asked.hasOthers}
      onDecide={asked.decide}
    />
  )
  return { dialog, ask }
}
