import { profile, returnAddress, startSession } from '@atrium/shared-api'

/** A landing link into the suite itself, as a path of its route table; '' for an address elsewhere. */
const pathIn = (link: string): string => (link.startsWith('/#') ? link.slice(2) : '')

/**
 * Starts the session; the host then leads to where the user wanted to go, else to the deployment's own landing
 * link, else to the landing page.
 * @param token the new session's key
 */
export function enterSuite(token: string): void {
  const { landingLink } = profile()
  const path = pathIn(landingLink)
  returnAddress.propose(path)
  startSession(token)
  if (landingLink && !path) window.location.assign(landingLink)
}

/** Starts the session with the page on which the user changes their password. */
export function enterToChangePassword(token: string): void {
  returnAddress.keep('/signIn/modifyPwd')
  startSession(token)
}
