import { softwareCodes, type UserInfo } from '@atrium/contract'
import {
  Link,
  pathOf,
  useGo,
  useLocation,
  usePageTitle,
  useSession,
  useTexts,
  versionPrefixOf,
  withTexts,
} from '@atrium/shared-api'
import { Button, lazyPart } from '@atrium/ui-kit'
import { MenuIcon } from '@atrium/ui-kit/icons'
import { Suspense } from 'react'
import { FetchFailed } from '../app/FetchFailed.tsx'
import { usePersonalInfo } from '../frame/top-bar/UserMenu.tsx'
import { hasServedEntry } from '../menu/entries.ts'
import { recentEntries } from '../menu/recent.ts'
import { useRegistry } from '../remotes/context.ts'
import { isServed } from '../remotes/screens.ts'
import { Section } from './Section.tsx'
import './landing.css'

/** Returns the part of the day for the greeting, in the browser's time zone. */
function daytime(now: Date): 'morning' | 'afternoon' | 'evening' {
  const hour = now.getHours()
  if (hour >= 5 && hour < 12) return 'morning'
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening'
}

interface TaskProps {
  readonly text: string
  readonly action: string
  readonly onAct: () => void
}

const Task = ({ text, action, onAct }: TaskProps) => (
  <li>
    <span>{text}</span>
    <Button size="small" onClick={onAct}>
      {action}
    </Button>
  </li>
)

/** Lists what the user should do soon. Hidden if there is nothing to do. */
function Tasks({ user }: { readonly user: UserInfo }) {
  const t = useTexts('shell')
  const go = useGo()
  const { PersonalInfo, open, close } = usePersonalInfo()
  const { email, emailValid, isOverdue, nearExpiredDay } = user
  const unverified = email !== '' && emailValid === 1
  if (!isOverdue && !unverified) return null
  return (
    <Section title={t('landing.tasks')}>
      <ul className="landing-tasks">
        {isOverdue && (
          <Task
            text={
              nearExpiredDay > 0
                ? t('landing.password', { count: nearExpiredDay })
                : t('landing.passwordToday')
            }
            action={t('bar.password')}
            onAct={() => go('modifyPwd')}
          />
        )}
        {unverified && (
          <Task text={t('landing.unverified', { email })} action={t('landing.verify')} onAct={open} />
        )}
      </ul>
      {PersonalInfo && (
        <Suspense>
          <PersonalInfo onClose={close} />
        </Suspense>
      )}
    </Section>
  )
}

/** Fetched separately. If the fetch fails, the rest of the page stays. */
const ProductCards = lazyPart(
  () => withTexts(import('./ProductCards.tsx'), 'landing'),
  ({ retry }) => (
    <li className="landing-wide">
      <FetchFailed retry={retry} />
    </li>
  ),
)

/** Fetched separately. If the fetch fails, the page shows no rejections. */
const RejectionNotices = lazyPart(
  () => withTexts(import('./RejectionNotices.tsx'), 'landing'),
  () => null,
)

/** Reviews are fetched separately. If the fetch fails, the page shows none. */
const AccessReviewNotices = lazyPart(
  () => withTexts(import('./AccessReviewNotices.tsx'), 'landing'),
  () => null,
)

const TrailReviewNotices = lazyPart(
  () => withTexts(import('./TrailReviewNotices.tsx'), 'landing'),
  () => null,
)

/** Fetched separately. If the fetch fails, the page shows no requests. */
const AccessRequests = lazyPart(
  () => withTexts(import('./AccessRequests.tsx'), 'landing'),
  () => null,
)

/** Fetched separately, for inspectors only. */
const InspectionRoom = lazyPart(
  () => withTexts(import('./InspectionRoom.tsx'), 'landing'),
  ({ retry }) => <FetchFailed retry={retry} />,
)

/** Placeholders for the cards, one for each of the user's products in the session. */
function CardSkeletons({ user }: { readonly user: UserInfo }) {
  // Platform administrators have the manuals of all products, even of products that they cannot open.
  const products = user.superAdmin
    ? []
    : user.softwareList.filter(({ code }) => code !== softwareCodes.account)
  return products.map(({ code }) => <li key={code} className="landing-card-skeleton" aria-hidden="true" />)
}

/** Lists the systems that the user may open. */
function Systems({ user }: { readonly user: UserInfo }) {
  const t = useTexts('shell')
  const registry = useRegistry()
  const hasMenu = hasServedEntry(user.menuList, (path) => isServed(registry, path))
  const skeleton = <CardSkeletons user={user} />
  const nothing = (
    <li className="landing-empty landing-wide">
      <h3>{t('landing.nothing')}</h3>
      <p>{t('landing.nothingLine')}</p>
    </li>
  )
  return (
    <Section title={t('landing.systems')}>
      <ul className="landing-cards">
        {hasMenu && (
          <li>
            <UserCentreCard />
          </li>
        )}
        <Suspense fallback={skeleton}>
          <ProductCards skeleton={skeleton} nothing={hasMenu ? null : nothing} />
        </Suspense>
      </ul>
    </Section>
  )
}

function UserCentreCard() {
  const t = useTexts('shell')
  const { pathname } = useLocation()
  return (
    <Link to={pathOf('index', pathname)} className="landing-card">
      <svg className="landing-mark" viewBox="6 6 36 36" aria-hidden="true">
        <rect x="6" y="6" width="36" height="36" rx="10" />
        <path d="M15 34v-8a9 9 0 0 1 18 0v8M21 34v-7a3 3 0 0 1 6 0v7" />
      </svg>
      <span className="landing-name">{t('landing.account')}</span>
      <span className="landing-line">{t('landing.accountLine')}</span>
    </Link>
  )
}

/** Lists the user's most recent screens. */
function Recent({ user }: { readonly user: UserInfo }) {
  const t = useTexts('shell')
  const prefix = versionPrefixOf(useLocation().pathname)
  const entries = recentEntries(user.id, user.menuList)
  if (entries.length === 0) return null
  return (
    <Section title={t('landing.recent')}>
      <ul className="landing-recent">
        {entries.map(({ id, url, icon, name }) => (
          <li key={id}>
            <Link to={prefix + url}>
              <MenuIcon name={icon} />
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Landing page with a greeting, pending tasks and the systems that the user may open. */
export default function LandingPage() {
  const t = useTexts('shell')
  const user = useSession((session) => session.user)
  usePageTitle(t('landing.title'))
  if (!user) return null
  if (user.inspection)
    return (
      <Suspense>
        <InspectionRoom user={user} />
      </Suspense>
    )
  const name = user.displayName || user.userName
  return (
    <>
      <header className="landing-head">
        <h1>{t(`landing.${daytime(new Date())}`, { name })}</h1>
        <p>{t('landing.line')}</p>
      </header>
      <Tasks user={user} />
      <Suspense>
        <AccessReviewNotices />
      </Suspense>
      <Suspense>
        <TrailReviewNotices />
      </Suspense>
      <Suspense>
        <RejectionNotices />
      </Suspense>
      <Systems user={user} />
      <Suspense>
        <AccessRequests />
      </Suspense>
      <Recent user={user} />
    </>
  )
}
