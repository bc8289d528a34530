import { html } from 'ghtml'
import { frame } from '../page/frame.ts'
import { nameOf } from './access.ts'
import type { NotHandedOver } from './hand-over.ts'
import { type PageOptions, signInLink, titleOf, toSuite } from './page.ts'
import { pathOf } from './products.ts'
import type { Person } from './records.ts'
import { fill, productTexts } from './texts.ts'

interface Notice {
  readonly title: string
  /** Next step for the user, or ''. */
  readonly advice?: string
  /** Links below the notice and above the one to the suite, as HTML. */
  readonly links?: string
}

/** Returns a page that consists of a notice and the way back. */
function noticePage(options: PageOptions, { title, advice = '', links = '' }: Notice): string {
  const { product, language } = options
  return frame({
    language,
    path: pathOf(product),
    title: titleOf(product, language),
    about: productTexts[language].about,
    content: html`<article><div role="alert"><h2>${title}</h2>!${advice ? html`<p>${advice}</p>` : ''}</div>!${links}!${toSuite(options)}</article>`,
  })
}

/** Returns a link to the product's page. */
const pageLink = ({ product, language }: PageOptions, label: string): string =>
  html`<p><a href="${pathOf(product)}?language=${language}">${label}</a></p>`

/** Returns the link with which a user who is still signed in continues. */
const continueLink = (options: PageOptions, person: Person | undefined): string =>
  person
    ? pageLink(options, fill(productTexts[options.language].stillSignedIn, { name: nameOf(person) }))
    : ''

const handOverTexts = {
  refused: ['codeRefused', 'codeRefusedHint'],
  unreachable: ['unreachable', 'unreachableHint'],
} as const

/** Returns the page that explains why a user from the suite is not signed in. */
export function notHandedOverPage(
  options: PageOptions,
  { reason, message }: NotHandedOver,
  stillSignedIn: Person | undefined,
): string {
  const t = productTexts[options.language]
  const [title, advice] = handOverTexts[reason]
  const texts = message === '' ? { title: t[title], advice: t[advice] } : { title: message }
  return noticePage(options, { ...texts, links: continueLink(options, stillSignedIn) })
}

/** Returns the page for a user whose session ended because Atrium withdrew their access. */
export function withdrawnPage(options: PageOptions): string {
  const t = productTexts[options.language]
  return noticePage(options, { title: t.withdrawn, advice: t.withdrawnHint })
}

/** Returns the page for a user whose session ended because they were signed out in Atrium. */
export function signedOutPage(options: PageOptions, clientId: string): string {
  const t = productTexts[options.language]
  const links = signInLink(options, t.signInAgain, { clientId })
  return noticePage(options, { title: t.signedOut, advice: t.signedOutHint, links })
}

const signInTexts = {
  foreign: ['foreignIssuer', 'foreignIssuerHint'],
  expired: ['signInExpired', 'signInExpiredHint'],
  denied: ['signInDenied', 'signInDeniedHint'],
  rejected: ['signInRejected', 'signInRejectedHint'],
  unreachable: ['unreachable', 'unreachableHint'],
} as const

/**
 * Reason why a sign-in with OpenID Connect failed. `foreign`: another issuer started it. `expired`: it is not, or no
 * longer, in progress in this browser. `denied`: the user cancelled it or may not open the product. `rejected`: a
 * request or response was invalid. `unreachable`: the suite did not respond.
 */
export type SignInProblem = keyof typeof signInTexts

interface FailedSignIn {
  readonly problem: SignInProblem
  /** Domain and study of the sign-in, undefined if unknown. */
  readonly retry?: { readonly clientId: string; readonly studyUrlId: string }
  readonly stillSignedIn: Person | undefined
}

/** Returns the page that explains why a sign-in with OpenID Connect failed. */
export function failedSignInPage(
  options: PageOptions,
  { problem, retry, stillSignedIn }: FailedSignIn,
): string {
  const t = productTexts[options.language]
  const [title, advice] = signInTexts[problem]
  const again = retry ? signInLink(options, t.signInAgain, retry) : ''
  const toPage = stillSignedIn ? continueLink(options, stillSignedIn) : pageLink(options, t.startPage)
  const links = again + toPage
  return noticePage(options, { title: t[title], advice: t[advice], links })
}
