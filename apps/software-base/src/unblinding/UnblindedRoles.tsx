import type { Unblinding } from '@atrium/contract'
import { useLanguage } from '@atrium/shared-api'
import { listNames, nameIn } from '@atrium/ui-kit/list'
import { useUnblindingText } from './texts/index.ts'

type Role = Unblinding['roles'][number]

/** Groups roles that differ only in their project, whose name the register does not have. */
function grouped(roles: readonly Role[]): { role: Role; projects: number }[] {
  const groups = Map.groupBy(roles, (role) => JSON.stringify(role))
  return [...groups.values()].flatMap((same) => (same[0] ? [{ role: same[0], projects: same.length }] : []))
}

interface UnblindedRoleProps {
  readonly role: Role
  /** Number of projects in which the person gets the role. */
  readonly projects: number
}

/** Shows a role with its reason, sites and depots. */
function UnblindedRole({ role, projects }: UnblindedRoleProps) {
  const t = useUnblindingText()
  const language = useLanguage()
  const { roleName, reason, siteCount, siteNames, stockHouseCount } = role
  const name = nameIn(language, roleName)
  const first = listNames(language, siteNames)
  const sites = siteCount > siteNames.length ? t('sitesAndMore', { sites: first, count: siteCount }) : first
  return (
    <li>
      <span className="unblinding-role">
        {projects > 1 ? t('inProjects', { role: name, count: projects }) : name}
      </span>
      {reason !== '' && <span>{t('reasonIs', { reason })}</span>}
      {siteCount > 0 && <span>{t('sitesAre', { sites })}</span>}
      {stockHouseCount > 0 && <span>{t('depots', { count: stockHouseCount })}</span>}
    </li>
  )
}

/** Lists unblinded roles. */
export const UnblindedRoles = ({ roles }: Pick<Unblinding, 'roles'>) => (
  <ul className="unblinding-roles">
    {grouped(roles).map((group) => (
      <UnblindedRole key={JSON.stringify(group.role)} {...group} />
    ))}
  </ul>
)
