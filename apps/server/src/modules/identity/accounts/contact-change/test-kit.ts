import {
  type ContactKind,
  changeContact,
  confirmContact,
  type InputOf,
  sendContactCode,
  sendContactProof,
  withdrawContact,
} from '@atrium/contract'
import type { Suite } from '../../../../app/test-kit/index.ts'
import {
  addReachable,
  encrypt,
  newAddress,
  password,
  secretSentTo,
  send,
  signInAs,
} from '../../sign-in/test-kit/index.ts'

/** Creates and signs in a user with contacts of their own. */
export const signedInOwner = async (suite: Suite, facts?: Parameters<typeof addReachable>[1]) => {
  const user = await addReachable(suite.database, facts)
  return { ...user, token: await signInAs(suite.server, user.userName, { address: newAddress() }) }
}

/** Returns the calls for changing contacts, bound to a user's token. */
export const contactCallsOf = (
  { server, database }: Suite,
  { userName: name, token }: { readonly userName: string; readonly token: string },
) => {
  const sender = { token, address: newAddress() }
  /** Starts a change with any proof, valid or not. */
  const beginWith = (input: Partial<InputOf<typeof changeContact>>) =>
    send(server, changeContact, input as InputOf<typeof changeContact>, sender)
  const begin = async (kind: ContactKind, contact: string, typed = password) =>
    beginWith({
      kind,
      contact,
      password: await encrypt(server, { password: typed, purpose: 'contact-change', name }),
    })
  const confirm = (kind: ContactKind, code: string) => send(server, confirmContact, { kind, code }, sender)
  return {
    beginWith,
    begin,
    confirm,
    prove: (kind: ContactKind) => send(server, sendContactProof, { kind }, sender),
    again: (kind: ContactKind) => send(server, sendContactCode, { kind }, sender),
    withdraw: (kind: ContactKind) => send(server, withdrawContact, { kind }, sender),
    /**
     * Completes all steps, proved by password.
     * @returns the last response
     */
    move: async (kind: ContactKind, contact: string) => {
      await begin(kind, contact)
      return confirm(kind, await secretSentTo(database, contact))
    },
  }
}
