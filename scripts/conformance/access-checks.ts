import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { codes, maxAccessUsers, type RolesRequest, type UserAccess } from '@atrium/contract'
import { Browser } from './browser.ts'
import {
  type Check,
  type Checking,
  mustBeUnsigned,
  mustReject,
  mustSucceed,
  mustTake,
  type Person,
  paths,
  personOf,
} from './checking.ts'
import { readOffer } from './offer.ts'
import { type CallOptions, Failed, type Result, Warning } from './product.ts'

const domainOf = ({ scope: { tenantId, tenantName, tenantUrlId } }: Checking) => ({
  tenantId,
  tenantName,
  tenantUrlId,
})

const notify = (checking: Checking, users: readonly UserAccess[], options?: CallOptions): Promise<Result> =>
  checking.client.call(paths.access, { ...domainOf(checking), users }, options)

/** @throws Failed unless the product accepts each user of the notice */
async function mustNotify(checking: Checking, ...users: readonly UserAccess[]): Promise<void> {
  const people = users.map(({ user }) => user)
  mustTake(await notify(checking, users), people)
}

/** Access of a user who has nothing left. Atrium sends nothing of them but their id. */
const nothingLeft = (userId: string, accessVersion = 1): UserAccess => ({
  user: { userId, userName: '', fullName: '', email: '', phone: '', language: '' },
  accessVersion,
  mayOpen: false,
  studies: [],
})

type StudyAccess = UserAccess['studies'][number]

/** Invents a study, and grants what the product offers there. */
async function inNewStudy({ client, scope }: Checking): Promise<StudyAccess> {
  const code = `CHECK-${randomUUID().slice(0, 8)}`
  const study = { id: randomUUID(), code, name: `一致性检查研究 ${code}` }
  const wanted: RolesRequest = { ...scope, studyUrlId: randomUUID(), study }
  const { data } = mustSucceed(await client.call(paths.roles, wanted))
  const { grant } = readOffer(data, scope.sites[0]?.id ?? '')
  return { studyUrlId: wanted.studyUrlId, study, sites: scope.sites, grant }
}

/** Version of the access of users who sign in. */
const firstVersion = 5

/** A user with an open session at the product. */
interface SignedIn {
  readonly user: Person
  /** Opens the user's page again. */
  readonly open: () => Promise<string>
}

/**
 * Signs a new user in, as a user who comes from Atrium.
 * @param studyUrlId the opened study; '' for the product only
 */
async function signIn(
  checking: Checking,
  studies: readonly StudyAccess[],
  studyUrlId = '',
): Promise<SignedIn> {
  const { client, standIn } = checking
  const user = personOf(`李娜${randomUUID().slice(0, 8)}`)
  const page = new URL(client.product.page)
  const code = standIn.issueCode({
    user,
    tenant: domainOf(checking),
    studyUrlId,
    validityTime: 30,
    accessVersion: firstVersion,
    studies: [...studies],
  })
  page.searchParams.set('code', code)
  const browser = new Browser(page)
  await browser.open()
  if (!standIn.redemptions.some((one) => one.code === code))
    throw new Failed(`the product redeemed no code at ${client.product.atrium}`)
  return { user, open: () => browser.open() }
}

const accessOf = (
  user: Person,
  studies: readonly StudyAccess[],
  over: Partial<UserAccess> = {},
): UserAccess => ({
  user,
  accessVersion: firstVersion + 1,
  mayOpen: true,
  studies: [...studies],
  ...over,
})

const names = (page: string, { fullName, userName, email }: Person): boolean =>
  [fullName, userName, email].some((name) => page.includes(name))

const shows = (page: string, { study }: StudyAccess): boolean => page.includes(study.code)

/** Remarks about pages from which a check cannot read what it needs. */
const unseen = {
  user: 'only the response was checked, because the page does not name its user',
  study: 'only the response was checked, because the page does not name its study',
}

/** Returns a check for products with access notices. */
const withNotices = (name: string, run: Check['run']): Check => ({
  name: `access: ${name}`,
  appliesTo: ({ hasNotices }) => hasNotices === true,
  run,
})

/** Checks of access notices. All but the first are left out for a product that does not support them. */
export const accessChecks: readonly Check[] = [
  {
    name: 'access: a notice about an unknown user succeeds',
    run: async (checking) => {
      const unknown = nothingLeft(randomUUID())
      const response = await notify(checking, [unknown])
      if (response.status === 404 || response.code === codes.notFound)
        throw new Warning(
          'the product does not support access notices: it learns that a user lost rights only when the user next comes from Atrium',
        )
      checking.hasNotices = true
      mustTake(response, [unknown.user])
      return ''
    },
  },
  withNotices('a signature with another key is rejected', async (checking) => {
    mustBeUnsigned(await notify(checking, [nothingLeft(randomUUID())], { keys: ['another key'] }))
    return ''
  }),
  withNotices('a repeated call gets the same response', async (checking) => {
    const users = [nothingLeft(randomUUID())]
    const idempotencyKey = randomUUID()
    const first = mustSucceed(await notify(checking, users, { idempotencyKey }))
    const second = mustSucceed(await notify(checking, users, { idempotencyKey }))
    if (!isDeepStrictEqual(second.data, first.data))
      throw new Failed('the response to the same idempotency key differs')
    return ''
  }),
  withNotices(`a call with ${maxAccessUsers} people gets a response in time`, async (checking) => {
    const study = await inNewStudy(checking)
    const users = Array.from({ length: maxAccessUsers }, (_, index) =>
      accessOf(personOf(`李娜 ${index}`), [study]),
    )
    const begun = performance.now()
    await mustNotify(checking, ...users)
    return `${Math.round(performance.now() - begun)} ms`
  }),
  withNotices(
    'a call without its required fields is rejected',
    async ({ client }) => mustReject(await client.call(paths.access, {})).message,
  ),
  withNotices('a notice replaces all studies of the user, in open sessions too', async (checking) => {
    const [lost, kept, added] = [
      await inNewStudy(checking),
      await inNewStudy(checking),
      await inNewStudy(checking),
    ]
    const { user, open } = await signIn(checking, [lost, kept])
    const before = await open()
    await mustNotify(checking, accessOf(user, [kept, added]))
    const after = await open()
    if (shows(after, lost)) throw new Failed('the page of an open session still shows a removed study')
    if (!shows(before, kept)) return unseen.study
    if (!(shows(after, kept) && shows(after, added)))
      throw new Failed('the page of an open session does not show all studies of the notice')
    return ''
  }),
  withNotices('a session that was opened on a removed study ends or leaves it', async (checking) => {
    const [lost, kept] = [await inNewStudy(checking), await inNewStudy(checking)]
    const { user, open } = await signIn(checking, [lost, kept], lost.studyUrlId)
    const before = await open()
    await mustNotify(checking, accessOf(user, [kept]))
    if (shows(await open(), lost)) throw new Failed('the page still shows the removed study')
    return shows(before, lost) ? '' : unseen.study
  }),
  withNotices('an older notice is ignored, with success', async (checking) => {
    const { user, open } = await signIn(checking, [await inNewStudy(checking)])
    const before = await open()
    await mustNotify(checking, nothingLeft(user.userId, firstVersion - 1))
    if (!names(before, user)) return unseen.user
    if (!names(await open(), user)) throw new Failed('the older notice ended the session')
    return ''
  }),
  withNotices('sessions of a user who may not open the product end for good', async (checking) => {
    const study = await inNewStudy(checking)
    const { user, open } = await signIn(checking, [study])
    const before = await open()
    await mustNotify(checking, nothingLeft(user.userId, firstVersion + 1))
    const isOpen = (page: string) => names(page, user) || shows(page, study)
    if (isOpen(await open())) throw new Failed('the session is still open')
    await mustNotify(checking, accessOf(user, [study], { accessVersion: firstVersion + 2 }))
    if (isOpen(await open())) throw new Failed('the ended session opened again when the user got new rights')
    return names(before, user) ? '' : unseen.user
  }),
]
