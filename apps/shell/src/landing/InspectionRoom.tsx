import { ownInspection, type UserInfo } from '@atrium/contract'
import { Link, useLocation, usePageTitle, useTexts, versionPrefixOf } from '@atrium/shared-api'
import { Button } from '@atrium/ui-kit'
import { MenuIcon } from '@atrium/ui-kit/icons'
import { useCall } from '@atrium/ui-kit/list'
import { Section } from './Section.tsx'
import './texts/index.ts'

/** First page of an inspector: for which studies and until when the account is, and what it reads. */
export default function InspectionRoom({ user }: { readonly user: UserInfo }) {
  const t = useTexts('landing')
  const prefix = versionPrefixOf(useLocation().pathname)
  const { data, isError, refetch } = useCall(ownInspection, {})
  usePageTitle(t('room.title'))
  if (isError)
    return (
      <div className="landing-empty landing-wide">
        <h3>{t('room.failed')}</h3>
        <Button onClick={() => void refetch()}>{t('retry')}</Button>
      </div>
    )
  if (!data) return null
  const { authority, accessFrom, accessUntil, state, studies, tenantName, unblinding } = data
  return (
    <>
      <header className="landing-head">
        <h1>{t('room.title')}</h1>
        <p>{t('room.line', { authority, from: accessFrom, until: accessUntil })}</p>
        {state === 'upcoming' && <p>{t('room.upcoming', { day: accessFrom })}</p>}
        <p>{t(unblinding === 'approved' ? 'room.unblinded' : 'room.blinded')}</p>
        <p>{t('room.recorded')}</p>
      </header>
      <Section title={`${t('room.studies')} · ${tenantName}`}>
        <ul className="landing-tasks">
          {studies.map(({ id, studyCode, studyName }) => (
            <li key={id}>
              <span>
                {studyCode} {studyName}
              </span>
            </li>
          ))}
        </ul>
      </Section>
      {user.menuList.length > 0 && (
        <Section title={t('room.screens')}>
          <ul className="landing-recent">
            {user.menuList
              .flatMap(({ list }) => list)
              .map(({ id, url, icon, name }) => (
                <li key={id}>
                  <Link to={prefix + url}>
                    <MenuIcon name={icon} />
                    {name}
                  </Link>
                </li>
              ))}
          </ul>
        </Section>
      )}
    </>
  )
}
