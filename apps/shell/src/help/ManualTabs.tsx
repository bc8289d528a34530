import { Link, pathOf, useLocation, useSession, useTexts } from '@atrium/shared-api'
import { type ManualName, manuals } from './manuals.ts'

/** Leads from manual to manual: the basics, which concern everybody, and those of the user's products. */
export function ManualTabs({ present }: { readonly present: ManualName }) {
  const t = useTexts('help')
  const { pathname } = useLocation()
  const software = useSession(({ user }) => user?.softwareList) ?? []
  const shown = manuals.filter(
    ({ name, software: code }) =>
      name === 'common' || name === present || software.some((product) => product.code === code),
  )
  return (
    <nav className="help-tabs" aria-label={t('manuals')}>
      {shown.map(({ name, route }) => (
        <Link
          key={name}
          to={pathOf(route, pathname)}
          className="help-tab"
          aria-current={name === present ? 'page' : undefined}
        >
          {t(name)}
        </Link>
      ))}
    </nav>
  )
}
