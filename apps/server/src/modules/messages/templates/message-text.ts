import { type Language, languages, type Profile } from '@atrium/contract'
import { createInstance } from 'i18next'
import type { Content, TemplateParams } from './params.ts'
import en from './texts/en.json' with { type: 'json' }
import zh from './texts/zh.json' with { type: 'json' }

const texts = createInstance()
await texts.init({
  resources: { zh: { translation: zh }, en: { translation: en } },
  supportedLngs: languages,
  fallbackLng: false,
  // Values are escaped later, when the text is rendered as HTML.
  interpolation: { escapeValue: false },
})

/** Returns the texts of messages in the given language. A missing part of a template is ''. */
export const textsIn = (language: Language) => {
  const t = texts.getFixedT(language)
  return (key: string, values: Readonly<Record<string, string>> = {}): string =>
    texts.exists(key, { lng: language }) ? t(key, values) : ''
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** Formats a duration in the largest unit that divides it evenly: 10 minutes, 3 天. */
function validityOf(seconds: number, language: Language): string {
  const [unit, length] = units.find(([, length]) => seconds % length === 0) ?? (['second', 1] as const)
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' })
  return format.format(seconds / length).replace(/(\d)(?=\p{Script=Han})/u, '$1 ')
}

/** Routes of the pages that messages link to. */
const pages = { signIn: '/signIn/index', checkEmail: '/checkEmail', register: '/register' } as const

/**
 * Returns the URL of a page of the suite.
 * @param publicUrl public URL from the profile; the host of a request is never used
 * @param language the message's language, in which the page opens
 * @param fields further query parameters
 */
const linkTo = (
  publicUrl: string,
  language: Language,
  page: keyof typeof pages,
  fields: Readonly<Record<string, string>>,
): string => `${publicUrl}/#${pages[page]}?${new URLSearchParams({ ...fields, language })}`

/** Content of a message, derived from its parameters. */
interface Facts {
  /** Values for the placeholders of the texts. */
  readonly values: Readonly<Record<string, string>>
  /** Lines below the lead. */
  readonly list?: readonly string[]
  /** Text to copy or remember, shown in large type. */
  readonly highlight?: string
  /** Target of the button. */
  readonly link?: string
  /** Secret that must not appear in a log nor, after it expires, in the outbox. */
  readonly secret?: string
  /** Lifetime of the secret, in seconds. */
  readonly lifeSeconds?: number
}

/** Formats a time in the deployment's time zone, as yyyy-MM-dd HH:mm:ss. */
const timeIn = (timeZone: string, at: Date): string =>
  `${new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at)} (${timeZone})`

/** Formats a future day relative to today: today, 明天, in 7 days. */
const dayFromNow = (days: number, language: Language): string =>
  new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
    .format(days, 'day')
    .replace(/(\d)(?=\p{Script=Han})/u, '$1 ')

/** Lists the people whom a product rejected, with their reasons, and their total if not all are named. */
function rejectedPeople(
  people: TemplateParams['productRefused']['people'],
  count: number,
  language: Language,
): string {
  const t = textsIn(language)
  const named = people.map(({ name, reason }) =>
    reason === '' ? name : t('productRefused.person', { name, reason }),
  )
  const total = count > people.length ? [t('productRefused.total', { total: String(count) })] : []
  return [...named, ...total].join(t('productRefused.separator'))
}

/** Returns a line for each ending, their number if not all are named, and the screens on which to extend them. */
function endingAccess({ endings, count }: TemplateParams['accessEnding'], language: Language) {
  const t = textsIn(language)
  const lines = endings.map(({ kind, ...values }) => t(`accessEnding.${kind}`, values))
  const more = count - endings.length
  const screens = new Set(endings.map(({ kind }) => t(`accessEnding.screen.${kind}`)))
  return {
    list: more > 0 ? [...lines, t('accessEnding.more', { more: String(more) })] : lines,
    screens: [...screens].join(t('accessEnding.separator')),
  }
}

/** Returns a line for each request, and their number if not all are named. */
function requestedAccess(
  requests: TemplateParams['accessRequested']['requests'],
  count: number,
  language: Language,
): string[] {
  const t = textsIn(language)
  const lines = requests.map((request) => t('accessRequested.request', { ...request }))
  const more = count - requests.length
  return more > 0 ? [...lines, t('accessRequested.more', { more: String(more) })] : lines
}

/** Derives the content of a message from its parameters. */
function factsOf(content: Content, language: Language, { publicUrl, timeZone, systemName }: Profile): Facts {
  /**
   * Links to the sign-in page with the reader's user name, so that the reader does not continue in another user's
   * session.
   */
  const signInAs = (userName: string) =>
    linkTo(publicUrl, language, 'signIn', userName === '' ? {} : { account: userName })
  switch (content.template) {
    case 'signInCode':
    case 'passwordResetCode':
    case 'newContactCode': {
      const { code, lifeSeconds } = content.params
      return { values: { code }, highlight: code, secret: code, lifeSeconds }
    }
    case 'emailChangeCode':
    case 'phoneChangeCode': {
      const { userName, code, lifeSeconds } = content.params
      return { values: { userName, code }, highlight: code, secret: code, lifeSeconds }
    }
    case 'passwordWasReset': {
      const { userName, at } = content.params
      return { values: { userName, time: timeIn(timeZone, at) }, link: signInAs(userName) }
    }
    case 'emailWasChanged':
    case 'phoneWasChanged': {
      const { at, ...values } = content.params
      return { values: { ...values, time: timeIn(timeZone, at) }, link: signInAs(values.userName) }
    }
    case 'userNameReminder': {
      const { userName } = content.params
      return { values: { userName }, highlight: userName, link: signInAs(userName) }
    }
    case 'emailVerification': {
      const { userName, key, lifeSeconds } = content.params
      return {
        values: { userName },
        link: linkTo(publicUrl, language, 'checkEmail', { key }),
        secret: key,
        lifeSeconds,
      }
    }
    case 'invitation': {
      const { tenantName, key, lifeSeconds } = content.params
      return {
        values: { tenantName },
        link: linkTo(publicUrl, language, 'register', { key }),
        secret: key,
        lifeSeconds,
      }
    }
    case 'addedToTenant':
      return { values: content.params, link: signInAs(content.params.userName) }
    case 'newAccount':
    case 'newPassword': {
      const { userName, password, lifeSeconds } = content.params
      const link = signInAs(userName)
      return { values: { userName }, highlight: password, link, secret: password, lifeSeconds }
    }
    case 'licenceEnding': {
      const { daysLeft, userName, ...values } = content.params
      return { values: { ...values, when: dayFromNow(daysLeft, language) }, link: signInAs(userName) }
    }
    case 'accessEnding': {
      const { userName, tenantName } = content.params
      const { list, screens } = endingAccess(content.params, language)
      const where = tenantName || systemName[language]
      return { values: { where, screens }, list, link: signInAs(userName) }
    }
    case 'accessReview': {
      const { userName, tenantName, name, count, lastDay, daysLeft } = content.params
      const where = tenantName || systemName[language]
      const t = textsIn(language)
      const begin = t(daysLeft === undefined ? 'accessReview.opened' : 'accessReview.ending', { where, name })
      return { values: { where, name, begin, count: String(count), lastDay }, link: signInAs(userName) }
    }
    case 'trailReview': {
      const { userName, tenantName, name, dueDay } = content.params
      return {
        values: { where: tenantName || systemName[language], name, dueDay },
        link: signInAs(userName),
      }
    }
    case 'trainingsDue': {
      const { userName, tenantName, trainings, count } = content.params
      const t = textsIn(language)
      const lines = trainings.map((training) => t('trainingsDue.training', { ...training }))
      const more = count - trainings.length
      const list = more > 0 ? [...lines, t('trainingsDue.more', { more: String(more) })] : lines
      return { values: { tenantName }, list, link: signInAs(userName) }
    }
    case 'accessRequested': {
      const { userName, tenantName, requests, count } = content.params
      const values = { tenantName, total: String(count) }
      return { values, list: requestedAccess(requests, count, language), link: signInAs(userName) }
    }
    case 'unblindingRequested': {
      const { userName, people, count, ...names } = content.params
      const t = textsIn(language)
      const more = count - people.length
      return {
        values: { ...names, total: String(count) },
        list: more > 0 ? [...people, t('unblindingRequested.more', { more: String(more) })] : people,
        link: signInAs(userName),
      }
    }
    case 'accessApproved':
    case 'accessDeclined':
    case 'unblindingApproved':
    case 'unblindingDeclined': {
      const { userName, reason, ...names } = content.params
      const comment = reason === '' ? '' : textsIn(language)(`${content.template}.comment`, { reason })
      return { values: { ...names, comment }, link: signInAs(userName) }
    }
    case 'productRefused': {
      const { userName, people, count, ...names } = content.params
      return {
        values: { ...names, people: rejectedPeople(people, count, language) },
        link: signInAs(userName),
      }
    }
  }
}

/** Texts of a message, independent of e-mail or SMS. A missing part is ''. */
export interface MessageText {
  readonly subject: string
  readonly lead: string
  readonly note: string
  /** Label of the button. */
  readonly action: string
  readonly sms: string
  /** Values for the placeholders of the texts. */
  readonly values: Readonly<Record<string, string>>
  readonly facts: Facts
}

/** Fills in the texts of a message in the given language. */
export function messageTextOf(content: Content, language: Language, profile: Profile): MessageText {
  const facts = factsOf(content, language, profile)
  const t = textsIn(language)
  const values: Record<string, string> = {
    ...facts.values,
    system: profile.systemName[language],
    ...(facts.lifeSeconds !== undefined && { validity: validityOf(facts.lifeSeconds, language) }),
  }
  const part = (name: 'subject' | 'lead' | 'note' | 'action' | 'sms') =>
    t(`${content.template}.${name}`, values)
  return {
    // A header must be a single line, even if a name contains line breaks.
    subject: part('subject').replace(/\s+/g, ' '),
    lead: part('lead'),
    note: part('note'),
    action: part('action'),
    sms: part('sms'),
    values,
    facts,
  }
}
