import type { Language } from '@atrium/contract'
import { html } from 'ghtml'
import { frame, localTime, note, refresh } from '../page/frame.ts'
import { nameOf } from './access.ts'
import { type Product, pathOf } from './products.ts'
import type { AccessChange, Initialisation, Person, ProductRecords, Received } from './records.ts'
import type { Session } from './sessions.ts'
import { fill, productTexts } from './texts.ts'
import { workspace } from './workspace.ts'

export interface PageOptions {
  readonly product: Product
  readonly language: Language
  /** URL of the suite, undefined if there is none. */
  readonly suiteUrl: string | undefined
}

/** Returns the title of a product's pages. */
export const titleOf = ({ appCode, name }: Product, language: Language) => `${appCode} · ${name[language]}`

const card = (kind: string, at: string, title: string, content: string): string => html`<article>
  <div class="facts">
    <span class="kind">${kind}</span>
    <time datetime="${at}">${localTime(at)}</time>
  </div>
  <h2>${title}</h2>
  !${content}
</article>`

const initialisationCard = ({ tenantName, tenantUrlId, times, at }: Initialisation, language: Language) => {
  const t = productTexts[language]
  const line = `${t.domain} ${tenantUrlId} · ${fill(t.times, { times })}`
  return card(t.initialised, at, tenantName, html`<p class="label">${line}</p>`)
}

const receivedCard = ({ at, tenantName, studyCode, success, failure }: Received, language: Language) => {
  const t = productTexts[language]
  const separator = language === 'zh' ? '、' : ', '
  const lines = [
    ...(success.length > 0
      ? [fill(t.succeeded, { count: success.length, names: success.join(separator) })]
      : []),
    ...failure.map((one) => fill(t.failed, one)),
  ]
  return card(
    t.invitation,
    at,
    `${tenantName} · ${studyCode}`,
    lines.map((line) => html`<p class="label">${line}</p>`).join(''),
  )
}

const changedUser = (
  { name, outcome, removed, added, updated }: AccessChange['users'][number],
  language: Language,
): string => {
  const t = productTexts[language]
  const [separator, end] = language === 'zh' ? ['、', '；'] : [', ', '; ']
  const studies = (text: string, codes: readonly string[]) =>
    codes.length > 0 ? [fill(text, { studies: codes.join(separator) })] : []
  const changes = [
    ...(outcome === 'ended' ? [t.accessEnded] : []),
    ...(outcome === 'outdated' ? [t.accessOutdated] : []),
    ...studies(t.studiesRemoved, removed),
    ...studies(t.studiesAdded, added),
    ...studies(t.studiesUpdated, updated),
  ]
  const change = changes.length > 0 ? changes.join(end) : t.accessUnchanged
  return fill(t.accessOfUser, { name: name || t.unknownUser, change })
}

const accessCard = ({ at, tenantName, users, failure }: AccessChange, language: Language) => {
  const t = productTexts[language]
  const lines = [
    ...users.map((user) => changedUser(user, language)),
    ...failure.map(({ name, message }) => fill(t.failed, { name: name || t.unknownUser, message })),
  ]
  return card(t.access, at, tenantName, lines.map((line) => html`<p class="label">${line}</p>`).join(''))
}

/** Returns cards for the suite's calls, newest first. */
function receivedCards(
  { initialisations, received, accessChanges }: ProductRecords,
  language: Language,
): string {
  const cards = [
    ...initialisations.map((one) => ({ at: one.at, card: initialisationCard(one, language) })),
    ...received.map((one) => ({ at: one.at, card: receivedCard(one, language) })),
    ...accessChanges.map((one) => ({ at: one.at, card: accessCard(one, language) })),
  ].toSorted((a, b) => (a.at < b.at ? 1 : -1))
  const t = productTexts[language]
  return (
    html`<h2 class="section">${t.received}</h2>` +
    (cards.length > 0 ? cards.map((one) => one.card).join('') : note(t.receivedEmpty))
  )
}

const toInbox = (language: Language) =>
  html`<p><a href="/?language=${language}">${productTexts[language].inbox}</a></p>`

/** Returns the link to the suite, or '' without a suite. */
export const toSuite = ({ suiteUrl, language }: PageOptions) =>
  suiteUrl === undefined ? '' : html`<p><a href="${suiteUrl}/">${productTexts[language].toSuite}</a></p>`

/** Returns the link that begins a sign-in with OpenID Connect at a domain. */
export function signInLink(
  { product, language }: PageOptions,
  label: string,
  { clientId, studyUrlId = '' }: { readonly clientId: string; readonly studyUrlId?: string },
): string {
  const query = new URLSearchParams({ client_id: clientId, study: studyUrlId, language })
  return html`<p><a class="button" href="${pathOf(product)}/sign-in?${query}">${label}</a></p>`
}

/** Returns the links to sign in at each initialised domain, or '' without a suite. */
const signInLinks = (options: PageOptions, { initialisations }: ProductRecords): string =>
  options.suiteUrl === undefined
    ? ''
    : initialisations
        .map(({ tenantName, tenantUrlId }) =>
          signInLink(options, fill(productTexts[options.language].signInWith, { tenant: tenantName }), {
            clientId: tenantUrlId,
          }),
        )
        .join('')

/** Returns the page for visitors without a session: how to sign in, and which calls the suite has made. */
export const welcomePage = (options: PageOptions, records: ProductRecords): string => {
  const { product, language, suiteUrl } = options
  const t = productTexts[language]
  const hint = suiteUrl === undefined ? '' : html`<p>${t.nobodyHint}</p>`
  return frame({
    language,
    path: pathOf(product),
    title: titleOf(product, language),
    about: t.about,
    refresh,
    content:
      toInbox(language) +
      html`<article><h2>${t.nobody}</h2>!${hint}!${signInLinks(options, records)}!${toSuite(options)}</article>` +
      receivedCards(records, language),
  })
}

/** Returns the page for a signed-in user. */
export const workspacePage = (
  options: PageOptions,
  records: ProductRecords,
  session: Session,
  person: Person,
): string => {
  const { product, language } = options
  const path = pathOf(product)
  return frame({
    language,
    path,
    title: titleOf(product, language),
    about: productTexts[language].about,
    content:
      workspace({ product, records, language }, session, person, `${path}/sign-out?language=${language}`) +
      toSuite(options),
  })
}

/** Two users in one browser. */
interface Arrival {
  /** The user who is already signed in. */
  readonly before: Person
  /** The user who has just come from the suite. */
  readonly arrived: Person
}

/**
 * Returns the page that asks which of two users continues. Without it, one could end up in the other's session
 * unnoticed.
 */
export const arrivalPage = ({ product, language }: PageOptions, { before, arrived }: Arrival): string => {
  const t = productTexts[language]
  const path = pathOf(product)
  const choice = (action: string, label: string) =>
    html`<form method="post" action="${path}/arrival/${action}"><button>${label}</button></form>`
  return frame({
    language,
    path: `${path}/arrival`,
    title: titleOf(product, language),
    about: t.about,
    content: html`<article><div role="alert"><h2>${fill(t.arrived, {
      before: nameOf(before),
      beforeUserName: before.userName,
      arrived: nameOf(arrived),
      arrivedUserName: arrived.userName,
    })}</h2></div>!${choice('change', fill(t.change, { name: nameOf(arrived) }))}!${choice(
      'stay',
      fill(t.stillSignedIn, { name: nameOf(before) }),
    )}</article>`,
  })
}
