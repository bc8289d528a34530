import type { DutyConflict, dutyConflicts, HeldRoles } from '@atrium/contract'
import { Link, pathOf, routePath, useLabels, useLanguage, useLocation, useSession } from '@atrium/shared-api'
import { type ColumnsOf, listNames, nameIn, shownInstant } from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { useDutyText } from './texts/index.ts'
import { OriginTag, RoleAndProduct } from './use-duty-columns.tsx'

/** Whether the user may open User authorization. */
function useMayOpen(): boolean {
  const path = pathOf('userAllowed')
  return useSession(
    ({ user }) => user?.menuList.some(({ list }) => list.some(({ url }) => routePath(url) === path)) ?? false,
  )
}

interface HeldProps {
  readonly tenantId: string
  readonly held: HeldRoles
}

/** Shows the roles of a person on one side of a rule, with a link to the users of that study. */
function Held({ tenantId, held: { softwareId, softName, studyUrlId, roleNames } }: HeldProps) {
  const language = useLanguage()
  const { pathname } = useLocation()
  const mayOpen = useMayOpen()
  const roles = listNames(
    language,
    roleNames.map((name) => nameIn(language, name)),
  )
  if (!mayOpen) return <RoleAndProduct role={roles} product={softName} />
  const search = new URLSearchParams({ tenantId, softId: softwareId, place: studyUrlId }).toString()
  return (
    <Link className="duty-link" to={{ pathname: pathOf('userAllowed', pathname), search }}>
      <RoleAndProduct role={roles} product={softName} />
    </Link>
  )
}

/** Returns the columns of the people who hold both roles of a rule. */
export function useConflictColumns(tenantId: string): ColumnsOf<typeof dutyConflicts> {
  const t = useDutyText()
  const label = useLabels('duty')
  return useMemo(
    () => [
      { key: 'personName', title: label('personName'), width: 110, always: true, pinned: true },
      {
        key: 'studyName',
        title: label('studyName'),
        width: 150,
        render: ({ studyName, studyCode }: DutyConflict) => (
          <>
            {studyName}
            <span className="duty-line">{studyCode}</span>
          </>
        ),
      },
      {
        key: 'one',
        title: label('roleId'),
        width: 160,
        render: ({ one }) => <Held tenantId={tenantId} held={one} />,
      },
      {
        key: 'other',
        title: label('otherRoleId'),
        width: 160,
        render: ({ other }) => <Held tenantId={tenantId} held={other} />,
      },
      {
        key: 'since',
        title: label('since'),
        width: 160,
        render: ({ since }) => shownInstant(since),
      },
      {
        key: 'origin',
        title: t('rule'),
        width: 200,
        render: ({ origin, reason }) => (
          <>
            <OriginTag origin={origin} />
            <span className="duty-reason duty-line">
              {origin === 'builtIn' ? t('builtIn.reason') : reason}
            </span>
          </>
        ),
      },
    ],
    [t, label, tenantId],
  )
}
