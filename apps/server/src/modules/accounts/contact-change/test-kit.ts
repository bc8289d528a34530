import {
  type ContactKind,
  changeContact,
  confirmContact,
  type InputOf,
  sendContactCode,
  sendContactProof,
  withdrawContact,
} from '@atrium/contract'
import type { Suite } from '../../../http/test-kit/index.ts'
import {
  addReachable,
  encrypt,
  newAddress,
  password,
  secretSentTo,
  send,
  signInAs,
} from '../../identity/test-kit/index.ts'

/** Somebody with contacts of their own, signed in. */
export const signedIn = async (suite: Suite, facts?: Parameters<typeof addReachable>[1]) => {
  const user = await addReachable(suite.database, facts)
  return { ...user, token: await signInAs(suite.server, user.userName, { address: newAddress() }) }
}

/** The calls of changing one's own contacts, as whoever has the token. */
export const contactCallsOf = ({ server, database }: Suite, token: string) => {
  const sender = { token, address: newAddress() }
  const begin = async (kind: ContactKind, contact: string, typed = password) =>
    send(server, changeContact, { kind, contact, password: await encrypt(server, typed) }, sender)
  const confirm = (kind: ContactKind, code: string) => send(server, confirmContact, { kind, code }, sender)
  return {
    begin,
    confirm,
    /** Begins a change with anything for a proof. */
    beginWith: (input: Partial<InputOf<typeof changeContact>>) =>
      send(server, changeContact, input as InputOf<typeof changeContact>, sender),
    prove: (kind: ContactKind) => send(server, sendContactProof, { kind }, sender),
    again: (kind: ContactKind) => send(server, sendContactCode, { kind }, sender),
    withdraw: (kind: ContactKind) => send(server, withdrawContact, { kind }, sender),
    /** The whole way, by the password. @returns what the last step answers */
    move: async (kind: ContactKind, contact: string) => {
      await begin(kind, contact)
      return confirm(kind, await secretSentTo(database, contact))
    },
  }
}
